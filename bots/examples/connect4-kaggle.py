"""ConnectX (Connect-4 on 7x6) for Kaggle: a simple agent to start from.

Upload this file as main.py: Kaggle calls its last function, `agent`. Started as a
program it answers the observations that the arena sends, one per line.

The idea: alpha-beta search, one ply deeper after the other until the time is
over. A position is worth the lines of four that each side can still complete.
"""

import json
import sys
import time

SECONDS = 0.5  # thinking time per move; Kaggle allows 2 s

# ---------------------------------------------------------------------------
# The rules. The board is a list of cells, row by row from the top: 0 is empty, 1
# and 2 are the players, 3 - side is the other side.


def all_lines(rows, columns, length):
    """All lines of `length` cells, each as a list of places in the board."""
    lines = []
    for row in range(rows):
        for column in range(columns):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                end_row, end_column = row + (length - 1) * dr, column + (length - 1) * dc
                if end_row < rows and 0 <= end_column < columns:
                    lines.append(
                        [(row + i * dr) * columns + column + i * dc for i in range(length)]
                    )
    return lines


class Rules:
    def __init__(self, rows, columns, length):
        self.rows = rows
        self.columns = columns
        self.length = length
        self.lines = all_lines(rows, columns, length)
        self.lines_through = [
            [line for line in self.lines if cell in line] for cell in range(rows * columns)
        ]

    def legal_moves(self, board):
        """The columns that are not full, from the centre to the edges."""
        columns = [column for column in range(self.columns) if board[column] == 0]
        return sorted(columns, key=lambda column: abs(2 * column - self.columns + 1))

    def landing(self, board, column):
        """The cell on which a stone lands."""
        cell = (self.rows - 1) * self.columns + column
        while board[cell] != 0:
            cell -= self.columns
        return cell

    def wins(self, board, side, cell):
        """Is the stone on this cell part of a complete line?"""
        return any(all(board[c] == side for c in line) for line in self.lines_through[cell])


# ---------------------------------------------------------------------------
# CHOOSE A MOVE HERE. `evaluate` is the first thing to improve; a table of positions
# that were searched already makes the search deeper.

WIN = 100000
VALUES = [0, 1, 4, 16]  # of a line with this number of stones of one side only


class TimeIsOver(Exception):
    pass


def evaluate(rules, board, side):
    value = 0
    for line in rules.lines:
        stones = [board[cell] for cell in line]
        mine, theirs = stones.count(side), stones.count(3 - side)
        if theirs == 0:
            value += VALUES[min(mine, 3)]
        elif mine == 0:
            value -= VALUES[min(theirs, 3)]
    return value


def search(rules, board, side, depth, alpha, beta, deadline):
    """The value for `side`, which is to move, from a search of `depth` plies, and
    the best column. Values outside alpha..beta need not be exact."""
    if time.time() > deadline:
        raise TimeIsOver()
    moves = rules.legal_moves(board)
    if not moves:
        return 0, None  # a draw
    if depth == 0:
        return evaluate(rules, board, side), None
    best = moves[0]
    for column in moves:
        cell = rules.landing(board, column)
        board[cell] = side
        try:
            if rules.wins(board, side, cell):
                value = WIN + depth  # the sooner, the better
            else:
                value = -search(rules, board, 3 - side, depth - 1, -beta, -alpha, deadline)[0]
        finally:
            board[cell] = 0
        if value > alpha:
            alpha, best = value, column
        if alpha >= beta:
            break  # the opponent avoids this position
    return alpha, best


def choose_move(rules, board, side):
    deadline = time.time() + SECONDS
    best = rules.legal_moves(board)[0]
    try:
        for depth in range(1, board.count(0) + 1):
            value, best = search(rules, board, side, depth, -2 * WIN, 2 * WIN, deadline)
            if abs(value) >= WIN:
                break  # the result is known
    except TimeIsOver:
        pass  # the last complete depth counts
    return best


# ---------------------------------------------------------------------------
# The interface of Kaggle. `agent` must be the last function of the file.

RULES = {}  # built once, not for each move


def agent(observation, configuration):
    key = configuration["rows"], configuration["columns"], configuration["inarow"]
    if key not in RULES:
        RULES[key] = Rules(*key)
    return choose_move(RULES[key], list(observation["board"]), observation["mark"])


if __name__ == "__main__":
    # The arena's form of the same: one line of JSON in, one column out.
    for text in iter(sys.stdin.readline, ""):
        request = json.loads(text)
        print(agent(request, request))
        sys.stdout.flush()
