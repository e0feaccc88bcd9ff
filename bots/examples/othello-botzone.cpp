// Othello (Botzone calls it Reversi): a simple bot to start from.
//
//   g++ -O2 -std=c++11 -o othello othello-botzone.cpp
//
// The idea: alpha-beta search, one ply deeper after the other until the time is
// over. A position is worth its squares and the number of moves of each side.
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
    int x, y; // 0 to 7; -1 -1 is a pass
};

// ---------------------------------------------------------------------------
// The rules.

enum { EMPTY, ME, OPPONENT }; // 3 - side is the other side

struct Board {
    int cell[8][8]; // cell[x][y] is EMPTY, ME or OPPONENT
};

Board start_board(bool i_am_black) {
    int black = i_am_black ? ME : OPPONENT;
    Board board = Board(); // all cells are EMPTY
    board.cell[3][4] = board.cell[4][3] = black;
    board.cell[3][3] = board.cell[4][4] = 3 - black;
    return board;
}

bool inside(int x, int y) {
    return x >= 0 && x < 8 && y >= 0 && y < 8;
}

// The number of discs that a disc of `side` on (x, y) flips in one direction.
int flips(const Board& board, int side, int x, int y, int dx, int dy) {
    int count = 0;
    for (x += dx, y += dy; inside(x, y) && board.cell[x][y] == 3 - side; x += dx, y += dy) count++;
    return inside(x, y) && board.cell[x][y] == side ? count : 0;
}

bool is_legal(const Board& board, int side, int x, int y) {
    if (board.cell[x][y] != EMPTY) return false;
    for (int dx = -1; dx <= 1; dx++) {
        for (int dy = -1; dy <= 1; dy++) {
            if ((dx != 0 || dy != 0) && flips(board, side, x, y, dx, dy) > 0) return true;
        }
    }
    return false;
}

vector<Move> legal_moves(const Board& board, int side) {
    vector<Move> moves;
    for (int x = 0; x < 8; x++) {
        for (int y = 0; y < 8; y++) {
            if (is_legal(board, side, x, y)) moves.push_back(Move{x, y});
        }
    }
    return moves;
}

// Makes a legal move; a pass changes nothing.
void play(Board& board, int side, Move move) {
    if (move.x < 0) return;
    for (int dx = -1; dx <= 1; dx++) {
        for (int dy = -1; dy <= 1; dy++) {
            if (dx == 0 && dy == 0) continue;
            int count = flips(board, side, move.x, move.y, dx, dy);
            for (int i = 1; i <= count; i++) board.cell[move.x + i * dx][move.y + i * dy] = side;
        }
    }
    board.cell[move.x][move.y] = side;
}

// ---------------------------------------------------------------------------
// CHOOSE A MOVE HERE. `evaluate` is the first thing to improve.

// Corners cannot be flipped; the squares beside them give the corner away.
const int WEIGHT[8][8] = {
    {100, -20, 10, 5, 5, 10, -20, 100}, {-20, -40, -3, -3, -3, -3, -40, -20},
    {10, -3, 2, 1, 1, 2, -3, 10},       {5, -3, 1, 0, 0, 1, -3, 5},
    {5, -3, 1, 0, 0, 1, -3, 5},         {10, -3, 2, 1, 1, 2, -3, 10},
    {-20, -40, -3, -3, -3, -3, -40, -20}, {100, -20, 10, 5, 5, 10, -20, 100},
};

// The squares of `side` minus those of the other side, each with its weight or as 1.
int squares(const Board& board, int side, bool weighted) {
    int sum = 0;
    for (int x = 0; x < 8; x++) {
        for (int y = 0; y < 8; y++) {
            int value = weighted ? WEIGHT[x][y] : 1;
            if (board.cell[x][y] == side) sum += value;
            if (board.cell[x][y] == 3 - side) sum -= value;
        }
    }
    return sum;
}

// The value of a position for `side`, which has `moves` legal moves.
int evaluate(const Board& board, int side, int moves) {
    int mobility = moves - (int)legal_moves(board, 3 - side).size();
    return squares(board, side, true) + 8 * mobility;
}

chrono::steady_clock::time_point deadline;
struct TimeIsOver {};

// The value for `side`, which is to move, from a search of `depth` plies. Values
// outside alpha..beta need not be exact: they cannot change the choice.
int search(const Board& board, int side, int depth, int alpha, int beta) {
    if (chrono::steady_clock::now() > deadline) throw TimeIsOver();
    vector<Move> moves = legal_moves(board, side);
    if (moves.empty()) {
        if (legal_moves(board, 3 - side).empty()) return 10000 * squares(board, side, false);
        return -search(board, 3 - side, depth, -beta, -alpha); // a pass
    }
    if (depth == 0) return evaluate(board, side, moves.size());
    for (Move move : moves) {
        Board next = board;
        play(next, side, move);
        alpha = max(alpha, -search(next, 3 - side, depth - 1, -beta, -alpha));
        if (alpha >= beta) break; // the opponent avoids this position
    }
    return alpha;
}

Move choose_move(const Board& board) {
    const int INFINITE = 1000000;
    deadline = chrono::steady_clock::now() + chrono::milliseconds((int)(1000 * SECONDS));
    vector<Move> moves = legal_moves(board, ME);
    if (moves.empty()) return Move{-1, -1}; // no move: the answer must be a pass
    try {
        for (int depth = 0; depth < 60; depth++) {
            size_t best = 0;
            int alpha = -INFINITE;
            for (size_t i = 0; i < moves.size(); i++) {
                Board next = board;
                play(next, ME, moves[i]);
                int value = -search(next, OPPONENT, depth, -INFINITE, -alpha);
                if (value > alpha) {
                    alpha = value;
                    best = i;
                }
            }
            swap(moves[0], moves[best]); // the next depth tries the best move first
        }
    } catch (TimeIsOver&) {
        // The last complete depth counts.
    }
    return moves[0];
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
