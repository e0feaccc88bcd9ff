"""Othello (Botzone calls it Reversi): a simple bot to start from.

The idea: alpha-beta search, one ply deeper after the other until the time is
over. A position is worth its squares and the number of moves of each side.
"""

import json
import sys
import time

SECONDS = 0.4  # thinking time per move; the judge allows at least 1 s

# True: one process plays the whole game. Then also turn on "keep running" for
# the bot on the site.
KEEP_RUNNING = False

# ---------------------------------------------------------------------------
# The rules. A move is (x, y), 0 to 7, and (-1, -1) is a pass; board[x][y] is
# EMPTY, ME or OPPONENT.

EMPTY, ME, OPPONENT = 0, 1, 2  # 3 - side is the other side
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def start_board(i_am_black):
    black, white = (ME, OPPONENT) if i_am_black else (OPPONENT, ME)
    board = [[EMPTY] * 8 for _ in range(8)]
    board[3][4] = board[4][3] = black
    board[3][3] = board[4][4] = white
    return board


def flips(board, side, x, y, dx, dy):
    """The number of discs that a disc of `side` on (x, y) flips in one direction."""
    count = 0
    x, y = x + dx, y + dy
    while 0 <= x < 8 and 0 <= y < 8 and board[x][y] == 3 - side:
        count += 1
        x, y = x + dx, y + dy
    return count if 0 <= x < 8 and 0 <= y < 8 and board[x][y] == side else 0


def is_legal(board, side, x, y):
    if board[x][y] != EMPTY:
        return False
    return any(flips(board, side, x, y, dx, dy) for dx, dy in DIRECTIONS)


def legal_moves(board, side):
    return [(x, y) for x in range(8) for y in range(8) if is_legal(board, side, x, y)]


def play(board, side, move):
    """Makes a legal move; a pass changes nothing."""
    x, y = move
    if x < 0:
        return
    for dx, dy in DIRECTIONS:
        for i in range(1, flips(board, side, x, y, dx, dy) + 1):
            board[x + i * dx][y + i * dy] = side
    board[x][y] = side


def after(board, side, move):
    """A new board, on which the move is made."""
    board = [column[:] for column in board]
    play(board, side, move)
    return board


# ---------------------------------------------------------------------------
# CHOOSE A MOVE HERE. `evaluate` is the first thing to improve.

# Corners cannot be flipped; the squares beside them give the corner away.
HALF = [
    [100, -20, 10, 5, 5, 10, -20, 100],
    [-20, -40, -3, -3, -3, -3, -40, -20],
    [10, -3, 2, 1, 1, 2, -3, 10],
    [5, -3, 1, 0, 0, 1, -3, 5],
]
WEIGHT = HALF + HALF[::-1]
INFINITE = 1000000


class TimeIsOver(Exception):
    pass


def evaluate(board, side, moves):
    """The value of a position for `side`, which has `moves` legal moves."""
    value = 8 * (moves - len(legal_moves(board, 3 - side)))
    for column, weights in zip(board, WEIGHT):
        for cell, weight in zip(column, weights):
            if cell != EMPTY:
                value += weight if cell == side else -weight
    return value


def disc_difference(board, side):
    return sum(column.count(side) - column.count(3 - side) for column in board)


def search(board, side, depth, alpha, beta, deadline):
    """The value for `side`, which is to move, from a search of `depth` plies. Values
    outside alpha..beta need not be exact: they cannot change the choice."""
    if time.time() > deadline:
        raise TimeIsOver()
    moves = legal_moves(board, side)
    if not moves:
        if not legal_moves(board, 3 - side):
            return 10000 * disc_difference(board, side)
        return -search(board, 3 - side, depth, -beta, -alpha, deadline)  # a pass
    if depth == 0:
        return evaluate(board, side, len(moves))
    for move in moves:
        next_board = after(board, side, move)
        value = -search(next_board, 3 - side, depth - 1, -beta, -alpha, deadline)
        alpha = max(alpha, value)
        if alpha >= beta:
            break  # the opponent avoids this position
    return alpha


def choose_move(board):
    deadline = time.time() + SECONDS
    moves = legal_moves(board, ME)
    if not moves:
        return -1, -1  # no move: the answer must be a pass
    try:
        for depth in range(60):
            best, alpha = moves[0], -INFINITE
            for move in moves:
                next_board = after(board, ME, move)
                value = -search(next_board, OPPONENT, depth, -INFINITE, -alpha, deadline)
                if value > alpha:
                    best, alpha = move, value
            # The next depth tries the best move first.
            moves.remove(best)
            moves.insert(0, best)
    except TimeIsOver:
        pass  # the last complete depth counts
    return moves[0]


# ---------------------------------------------------------------------------
# The protocol of Botzone. This part is the same in all three games.
#
# The judge sends the whole game: our requests (the opponent's moves) and our
# responses (our own moves), in one of two forms. The first line tells which:
#   JSON:    {"requests":[{"x":-1,"y":-1},...],"responses":[...],...}
#   simple:  the number n of requests, then 2n - 1 lines "x y" in turn
# A kept program gets the whole game once and then only the newest request,
# {"x":2,"y":3} or "2 3".


def move_of(value):
    if isinstance(value, str):  # JSON inside a string is possible, too
        value = json.loads(value)
    return value["x"], value["y"]


def move_of_line(line):
    x, y = line.split()[:2]
    return int(x), int(y)


def read_request(requests, responses):
    """Reads one input of the judge and updates both lists. Returns the form of
    the input, or None at the end of the input."""
    line = "\n"
    while line.isspace():
        line = sys.stdin.readline()
    if not line:
        return None
    if line.lstrip().startswith("{"):
        value = json.loads(line)
        if "requests" in value:  # the whole game
            requests[:] = [move_of(v) for v in value["requests"]]
            responses[:] = [move_of(v) for v in value["responses"]]
        else:
            requests.append(move_of(value))
        return "json"
    if len(line.split()) == 1:  # the whole game
        moves = [move_of_line(sys.stdin.readline()) for _ in range(2 * int(line) - 1)]
        requests[:] = moves[0::2]
        responses[:] = moves[1::2]
    else:
        requests.append(move_of_line(line))
    return "simple"


def write_response(form, move, keep_running):
    if form == "json":
        print(json.dumps({"response": {"x": move[0], "y": move[1]}}))
    else:
        print(move[0], move[1])
    if keep_running:
        print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<")
    sys.stdout.flush()  # without this the judge may never see the move


def main():
    keep_running = KEEP_RUNNING or "--keep-running" in sys.argv
    requests, responses = [], []
    while True:
        form = read_request(requests, responses)
        if form is None:
            break
        # Replay the game. Black moves first: its first request is -1 -1.
        board = start_board(requests[0][0] < 0)
        for i, request in enumerate(requests):
            play(board, OPPONENT, request)
            if i < len(responses):
                play(board, ME, responses[i])
        move = choose_move(board)
        responses.append(move)
        write_response(form, move, keep_running)
        if not keep_running:
            break


if __name__ == "__main__":
    main()
