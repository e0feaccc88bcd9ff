// NoGo for Botzone: a simple bot to start from.
//
//   g++ -O2 -std=c++11 -o nogo nogo-botzone.cpp
//
// The idea: a side without a legal move loses, so the bot wants many legal moves
// for itself and few for the opponent. It counts both after each of its moves,
// then also after each reply, as far as the time allows.
#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

const double SECONDS = 0.4; // thinking time per move; the judge allows 1 s

// True: one process plays the whole game. Then also turn on "keep running" for
// the bot on the site.
const bool KEEP_RUNNING = false;

struct Move {
    int x, y; // 0 to 8
};

// ---------------------------------------------------------------------------
// The rules: as in Go, but a capture and a suicide are both illegal. No pass.

enum { EMPTY, ME, OPPONENT, EDGE }; // 3 - side is the other side

// The points have numbers: (x, y) is 11 * (x + 1) + y + 1, and the edge is part of
// the board. So p + 1, p - 1, p + 11 and p - 11 are always the neighbours of p.
const int NEIGHBOUR[4] = {1, -1, 11, -11};

int point_of(Move move) {
    return 11 * (move.x + 1) + move.y + 1;
}

Move move_of(int point) {
    return Move{point / 11 - 1, point % 11 - 1};
}

struct Board {
    int cell[121];
};

Board start_board(bool /* i_am_black */) {
    Board board;
    for (int p = 0; p < 121; p++) {
        Move m = move_of(p);
        board.cell[p] = m.x >= 0 && m.x < 9 && m.y >= 0 && m.y < 9 ? EMPTY : EDGE;
    }
    return board;
}

// Places a stone. -1 -1 is the request before the first move: it places none.
void play(Board& board, int side, Move move) {
    if (move.x >= 0) board.cell[point_of(move)] = side;
}

// Number of liberties (empty neighbours) of each stone's group.
struct Liberties {
    int of[121];
};

Liberties count_liberties(const Board& board) {
    Liberties liberties = Liberties(); // 0: not counted yet
    int seen[121] = {};                // the group that last counted this point
    for (int start = 0; start < 121; start++) {
        int side = board.cell[start];
        if ((side != ME && side != OPPONENT) || seen[start] != 0) continue;
        int group[81], size = 0, count = 0;
        group[size++] = start;
        seen[start] = start;
        for (int i = 0; i < size; i++) {
            for (int step : NEIGHBOUR) {
                int p = group[i] + step;
                if (seen[p] == start) continue;
                if (board.cell[p] == EMPTY) {
                    seen[p] = start;
                    count++;
                } else if (board.cell[p] == side) {
                    seen[p] = start;
                    group[size++] = p;
                }
            }
        }
        for (int i = 0; i < size; i++) liberties.of[group[i]] = count;
    }
    return liberties;
}

bool is_legal(const Board& board, const Liberties& liberties, int side, int point) {
    if (board.cell[point] != EMPTY) return false;
    bool breathes = false; // does the new stone's group have a liberty?
    for (int step : NEIGHBOUR) {
        int p = point + step;
        if (board.cell[p] == EMPTY) breathes = true;
        // This point is one liberty of a neighbouring group; is there another?
        if (board.cell[p] == side && liberties.of[p] > 1) breathes = true;
        if (board.cell[p] == 3 - side && liberties.of[p] == 1) return false; // a capture
    }
    return breathes;
}

vector<int> legal_points(const Board& board, int side) {
    Liberties liberties = count_liberties(board);
    vector<int> points;
    for (int p = 0; p < 121; p++) {
        if (is_legal(board, liberties, side, p)) points.push_back(p);
    }
    return points;
}

// ---------------------------------------------------------------------------
// CHOOSE A MOVE HERE. `evaluate` compares the numbers of legal moves; playouts
// (random games to the end) or a deeper search are the next ideas to try.

int evaluate(const Board& board) {
    int mine = legal_points(board, ME).size();
    int theirs = legal_points(board, OPPONENT).size();
    return mine == 0 ? -500 : mine - theirs; // without a move I have lost
}

// The value after the opponent's best reply.
int value_after_reply(Board board) {
    vector<int> replies = legal_points(board, OPPONENT);
    int worst = 1000; // without a reply the opponent has lost
    for (int reply : replies) {
        board.cell[reply] = OPPONENT;
        worst = min(worst, evaluate(board));
        board.cell[reply] = EMPTY;
    }
    return worst;
}

Move choose_move(const Board& board) {
    chrono::steady_clock::time_point deadline =
        chrono::steady_clock::now() + chrono::milliseconds((int)(1000 * SECONDS));
    vector<int> points = legal_points(board, ME);
    // The rules on the site forbid the centre as the first move of the game.
    bool first = count(board.cell, board.cell + 121, (int)EMPTY) == 81;
    if (first) points.erase(find(points.begin(), points.end(), point_of(Move{4, 4})));

    // One ply: the most promising moves first.
    vector<pair<int, int> > moves; // minus the value, point
    for (int point : points) {
        Board next = board;
        next.cell[point] = ME;
        moves.push_back(make_pair(-evaluate(next), point));
    }
    sort(moves.begin(), moves.end());

    // Two plies, as far as the time allows.
    int best = moves[0].second, best_value = -1000;
    for (size_t i = 0; i < moves.size() && chrono::steady_clock::now() < deadline; i++) {
        Board next = board;
        next.cell[moves[i].second] = ME;
        int value = value_after_reply(next);
        if (value > best_value) {
            best_value = value;
            best = moves[i].second;
        }
    }
    return move_of(best);
}

// ---------------------------------------------------------------------------
// The protocol of Botzone. This part is the same in all three games.
//
// The judge sends the whole game: our requests (the opponent's moves) and our
// responses (our own moves), in one of two forms. The first line tells which:
//   JSON:    {"requests":[{"x":-1,"y":-1},...],"responses":[...],...}
//   simple:  the number n of requests, then 2n - 1 lines "x y" in turn
// A kept program gets the whole game once and then only the newest request,
// {"x":2,"y":3} or "2 3".

struct Game {
    vector<Move> requests, responses; // one request more than responses
    bool json;                        // the form of the last input
};

// All integers in a text, in order.
vector<int> integers(const string& text) {
    vector<int> found;
    for (size_t i = 0; i < text.size(); i++) {
        if (!isdigit((unsigned char)text[i])) continue;
        int sign = i > 0 && text[i - 1] == '-' ? -1 : 1;
        found.push_back(sign * atoi(&text[i]));
        while (i < text.size() && isdigit((unsigned char)text[i])) i++;
    }
    return found;
}

// The moves in the JSON list that follows `name`.
vector<Move> moves_of_list(const string& json, const string& name) {
    size_t key = json.find(name);
    size_t begin = json.find('[', key == string::npos ? json.size() : key);
    if (begin == string::npos) return vector<Move>();
    vector<int> numbers = integers(json.substr(begin, json.find(']', begin) - begin));
    vector<Move> moves;
    for (size_t i = 0; i + 1 < numbers.size(); i += 2) {
        moves.push_back(Move{numbers[i], numbers[i + 1]}); // x comes before y
    }
    return moves;
}

// Reads one input of the judge. Returns false at the end of the input.
bool read_request(Game& game) {
    string line;
    do {
        if (!getline(cin, line)) return false;
    } while (line.find_first_not_of(" \t\r") == string::npos);
    game.json = line.find('{') != string::npos;
    vector<int> numbers = integers(line);
    if (line.find("\"requests\"") != string::npos) { // JSON, the whole game
        game.requests = moves_of_list(line, "\"requests\"");
        game.responses = moves_of_list(line, "\"responses\"");
    } else if (numbers.size() == 1) { // simple, the whole game
        game.requests.clear();
        game.responses.clear();
        for (int i = 0; i < 2 * numbers[0] - 1; i++) {
            Move move;
            if (!(cin >> move.x >> move.y)) return false;
            (i % 2 == 0 ? game.requests : game.responses).push_back(move);
        }
    } else if (numbers.size() == 2) { // the newest request only
        game.requests.push_back(Move{numbers[0], numbers[1]});
    } else {
        cerr << "unexpected input: " << line << endl;
        exit(1);
    }
    return !game.requests.empty();
}

void write_response(Game& game, Move move, bool keep_running) {
    game.responses.push_back(move);
    if (game.json) {
        cout << "{\"response\":{\"x\":" << move.x << ",\"y\":" << move.y << "}}\n";
    } else {
        cout << move.x << ' ' << move.y << '\n';
    }
    if (keep_running) cout << ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n";
    cout.flush(); // without this the judge may never see the move
}

// ---------------------------------------------------------------------------

int main(int argc, char** argv) {
    bool keep_running = KEEP_RUNNING || (argc > 1 && string(argv[1]) == "--keep-running");
    Game game;
    while (read_request(game)) {
        // Replay the game. Black moves first: its first request is -1 -1.
        Board board = start_board(game.requests[0].x < 0);
        for (size_t i = 0; i < game.requests.size(); i++) {
            play(board, OPPONENT, game.requests[i]);
            if (i < game.responses.size()) play(board, ME, game.responses[i]);
        }
        write_response(game, choose_move(board), keep_running);
        if (!keep_running) break;
    }
    return 0;
}
