"""Connect-4 with a forbidden cell for Saiblo: a simple bot to start from.

The idea: win if possible, else block, else flat Monte-Carlo: play random games
after each move and take the move that wins most of them.
"""

import random
import sys
import time

SECONDS = 0.5  # thinking time per move; the judge allows 3 s

# ---------------------------------------------------------------------------
# The rules. Row 0 is at the top. A stone falls into a column and lands on the
# lowest free row, top[column] - 1. No stone is ever on the forbidden cell.

EMPTY, OPPONENT, ME = 0, 1, 2  # as the judge writes them; 3 - side is the other side
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


class Board:
    def __init__(self, rows, columns, forbidden, top, cells):
        self.rows = rows
        self.columns = columns
        self.forbidden = forbidden  # (row, column)
        self.top = top
        self.cells = cells  # cells[row][column]

    def copy(self):
        cells = [row[:] for row in self.cells]
        return Board(self.rows, self.columns, self.forbidden, self.top[:], cells)

    def open_columns(self):
        return [column for column in range(self.columns) if self.top[column] > 0]

    def play(self, side, column):
        """Drops a stone and returns its row."""
        row = self.top[column] - 1
        self.cells[row][column] = side
        # The next stone lands above the forbidden cell, or nowhere if that is row 0.
        below = self.forbidden == (row - 1, column)
        self.top[column] = row - 1 if below else row
        return row

    def count(self, side, row, column, dr, dc):
        """Number of stones of `side` in a line from a cell, without the cell itself."""
        stones = 0
        row, column = row + dr, column + dc
        while (
            0 <= row < self.rows
            and 0 <= column < self.columns
            and self.cells[row][column] == side
        ):
            stones += 1
            row, column = row + dr, column + dc
        return stones

    def wins(self, side, row, column):
        """Is the stone of `side` on this cell part of four in a row?"""
        return any(
            self.count(side, row, column, dr, dc) + self.count(side, row, column, -dr, -dc) >= 3
            for dr, dc in DIRECTIONS
        )


# ---------------------------------------------------------------------------
# CHOOSE A MOVE HERE. The first thing to improve: all columns get the same number
# of games, also the bad ones. UCB1 gives the good ones more; a tree (UCT) also
# finds good replies.


def random_game(board, side):
    """Plays random moves to the end, `side` first. Returns 1 if I win, 0.5 for a draw."""
    while True:
        columns = board.open_columns()
        if not columns:
            return 0.5
        column = random.choice(columns)
        row = board.play(side, column)
        if board.wins(side, row, column):
            return 1 if side == ME else 0
        side = 3 - side


def choose_move(board):
    """Returns the column."""
    deadline = time.time() + SECONDS
    columns = board.open_columns()
    # Win at once, else take the cell with which the opponent would win.
    for side in (ME, OPPONENT):
        for column in columns:
            next_board = board.copy()
            row = next_board.play(side, column)
            if next_board.wins(side, row, column):
                return column
    # Random games after each column in turn, until the time is over.
    points = dict((column, 0) for column in columns)
    while time.time() < deadline:
        for column in columns:
            next_board = board.copy()
            next_board.play(ME, column)
            points[column] += random_game(next_board, OPPONENT)
    return max(columns, key=lambda column: points[column])


# ---------------------------------------------------------------------------
# The protocol of Saiblo (version 3): numbers in, a length and "row column" out.


def read_numbers():
    """Yields the numbers of the input, on whatever lines they are."""
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        for word in line.split():
            yield int(word)


def write_move(row, column):
    text = "{} {}".format(row, column).encode()
    # The length comes first: four bytes, the highest one first.
    sys.stdout.buffer.write(len(text).to_bytes(4, "big") + text)
    sys.stdout.buffer.flush()  # without this the judge may never see the move


def main():
    numbers = read_numbers()
    try:
        rows, columns = next(numbers), next(numbers)
        forbidden = next(numbers), next(numbers)
        while True:
            # Each turn: the opponent's last move (-1 -1 if there is none), the
            # tops, the cells.
            next(numbers), next(numbers)
            top = [next(numbers) for _ in range(columns)]
            cells = [[next(numbers) for _ in range(columns)] for _ in range(rows)]
            board = Board(rows, columns, forbidden, top, cells)
            column = choose_move(board)
            write_move(board.top[column] - 1, column)
    except StopIteration:
        pass  # the input ends: the game is over


if __name__ == "__main__":
    main()
