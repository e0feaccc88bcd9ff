// Tic-tac-toe for Botzone: a simple bot to start from.
//
//   g++ -O2 -std=c++11 -o tictactoe tictactoe-botzone.cpp
//
// The idea: win if possible, else block, else take the best kind of cell. Such a
// bot never misses a line of three, but it does not see a fork coming.
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

// True: one process plays the whole game. Then also turn on "keep running" for
// the bot on the site.
const bool KEEP_RUNNING = false;

struct Move {
    int x, y; // 0 to 2
};

// ---------------------------------------------------------------------------
// The rules.

enum { EMPTY, ME, OPPONENT };

struct Board {
    int cell[3][3]; // cell[x][y] is EMPTY, ME or OPPONENT
};

Board start_board(bool /* i_am_black */) {
    return Board(); // all cells are EMPTY
}

// Places a stone. -1 -1 is the request before the first move: it places none.
void play(Board& board, int side, Move move) {
    if (move.x >= 0) board.cell[move.x][move.y] = side;
}

vector<Move> legal_moves(const Board& board) {
    vector<Move> moves;
    for (int x = 0; x < 3; x++) {
        for (int y = 0; y < 3; y++) {
            if (board.cell[x][y] == EMPTY) moves.push_back(Move{x, y});
        }
    }
    return moves;
}

// Does `side` have three in a row?
bool has_won(const Board& board, int side) {
    const int(*c)[3] = board.cell;
    for (int i = 0; i < 3; i++) {
        if (c[i][0] == side && c[i][1] == side && c[i][2] == side) return true;
        if (c[0][i] == side && c[1][i] == side && c[2][i] == side) return true;
    }
    return (c[0][0] == side && c[1][1] == side && c[2][2] == side) ||
           (c[0][2] == side && c[1][1] == side && c[2][0] == side);
}

// ---------------------------------------------------------------------------
// CHOOSE A MOVE HERE. The game is small enough to be searched to its end: replace
// this function by minimax, and the bot never loses.

Move choose_move(const Board& board) {
    vector<Move> moves = legal_moves(board);
    // Win at once, else take the cell with which the opponent would win.
    for (int side = ME; side <= OPPONENT; side++) {
        for (Move move : moves) {
            Board next = board;
            play(next, side, move);
            if (has_won(next, side)) return move;
        }
    }
    // The centre is on four lines, a corner on three, an edge on two.
    const int value[3][3] = {{3, 2, 3}, {2, 4, 2}, {3, 2, 3}};
    Move best = moves[0];
    for (Move move : moves) {
        if (value[move.x][move.y] > value[best.x][best.y]) best = move;
    }
    return best;
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
