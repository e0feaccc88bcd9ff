// Connect-4 with a forbidden cell for Saiblo: a simple bot to start from.
//
//   g++ -O2 -std=c++11 -o connect4 connect4-saiblo.cpp
//
// The idea: win if possible, else block, else flat Monte-Carlo: play random games
// after each move and take the move that wins most of them.
#include <chrono>
#include <iostream>
#include <random>
#include <string>
#include <vector>
using namespace std;

const double SECONDS = 0.5; // thinking time per move; the judge allows 3 s

// ---------------------------------------------------------------------------
// The rules. Row 0 is at the top. A stone falls into a column and lands on the
// lowest free row, top[column] - 1. No stone is ever on the forbidden cell.

enum { EMPTY, OPPONENT, ME }; // as the judge writes them; 3 - side is the other side

struct Board {
    int rows, columns;
    int forbidden_row, forbidden_column;
    int top[12];
    int cell[12][12]; // cell[row][column]
};

bool is_full(const Board& board, int column) {
    return board.top[column] == 0;
}

// Drops a stone and returns its row.
int play(Board& board, int side, int column) {
    int row = --board.top[column];
    board.cell[row][column] = side;
    // The next stone lands above the forbidden cell, or nowhere if that is row 0.
    bool below = column == board.forbidden_column && row - 1 == board.forbidden_row;
    if (below) board.top[column]--;
    return row;
}

// Is there a stone of `side` on this cell? Not if the cell is off the board.
bool has_stone(const Board& board, int side, int row, int column) {
    return row >= 0 && row < board.rows && column >= 0 && column < board.columns &&
           board.cell[row][column] == side;
}

// Number of stones of `side` in a line from a cell, without the cell itself.
int count(const Board& board, int side, int row, int column, int dr, int dc) {
    int stones = 0;
    while (has_stone(board, side, row + dr, column + dc)) {
        stones++;
        row += dr;
        column += dc;
    }
    return stones;
}

// Is the stone of `side` on this cell part of four in a row?
bool wins(const Board& board, int side, int row, int column) {
    const int DIRECTIONS[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (const int(&d)[2] : DIRECTIONS) {
        int stones = 1 + count(board, side, row, column, d[0], d[1]) +
                     count(board, side, row, column, -d[0], -d[1]);
        if (stones >= 4) return true;
    }
    return false;
}

// ---------------------------------------------------------------------------
// CHOOSE A MOVE HERE. The first thing to improve: all columns get the same number
// of games, also the bad ones. UCB1 gives the good ones more; a tree (UCT) also
// finds good replies.

mt19937 random_bits(random_device{}());

// Plays random moves to the end, `side` first. Returns 1 if I win, 0.5 for a draw.
double random_game(Board& board, int side) {
    while (true) {
        int open[12], n = 0;
        for (int column = 0; column < board.columns; column++) {
            if (!is_full(board, column)) open[n++] = column;
        }
        if (n == 0) return 0.5;
        int column = open[random_bits() % n];
        int row = play(board, side, column);
        if (wins(board, side, row, column)) return side == ME ? 1 : 0;
        side = 3 - side;
    }
}

// Returns the column.
int choose_move(const Board& board) {
    chrono::steady_clock::time_point deadline =
        chrono::steady_clock::now() + chrono::milliseconds((int)(1000 * SECONDS));
    vector<int> columns;
    for (int column = 0; column < board.columns; column++) {
        if (!is_full(board, column)) columns.push_back(column);
    }
    // Win at once, else take the cell with which the opponent would win.
    const int SIDES[2] = {ME, OPPONENT};
    for (int side : SIDES) {
        for (int column : columns) {
            Board next = board;
            int row = play(next, side, column);
            if (wins(next, side, row, column)) return column;
        }
    }
    // Random games after each column in turn, until the time is over.
    vector<double> points(columns.size());
    while (chrono::steady_clock::now() < deadline) {
        for (size_t i = 0; i < columns.size(); i++) {
            Board next = board;
            play(next, ME, columns[i]);
            points[i] += random_game(next, OPPONENT);
        }
    }
    size_t best = 0;
    for (size_t i = 0; i < columns.size(); i++) {
        if (points[i] > points[best]) best = i;
    }
    return columns[best];
}

// ---------------------------------------------------------------------------
// The protocol of Saiblo (version 3): numbers in, a length and "row column" out.

void write_move(int row, int column) {
    string text = to_string(row) + " " + to_string(column);
    // The length comes first: four bytes, the highest one first.
    for (int shift = 24; shift >= 0; shift -= 8) cout.put((char)(text.size() >> shift & 255));
    cout << text;
    cout.flush(); // without this the judge may never see the move
}

int main() {
    Board board = Board();
    cin >> board.rows >> board.columns >> board.forbidden_row >> board.forbidden_column;
    // Each turn: the opponent's last move (-1 -1 if there is none), the tops, the
    // cells. The game is over when the input ends.
    int last_row, last_column;
    while (cin >> last_row >> last_column) {
        for (int column = 0; column < board.columns; column++) cin >> board.top[column];
        for (int row = 0; row < board.rows; row++) {
            for (int column = 0; column < board.columns; column++) cin >> board.cell[row][column];
        }
        int column = choose_move(board);
        write_move(board.top[column] - 1, column);
    }
    return 0;
}
