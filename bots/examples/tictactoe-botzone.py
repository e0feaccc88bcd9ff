"""Tic-tac-toe for Botzone: a simple bot to start from.

The idea: win if possible, else block, else take the best kind of cell. Such a
bot never misses a line of three, but it does not see a fork coming.
"""

import json
import sys

# True: one process plays the whole game. Then also turn on "keep running" for
# the bot on the site.
KEEP_RUNNING = False

# ---------------------------------------------------------------------------
# The rules. A move is (x, y), 0 to 2; board[x][y] is EMPTY, ME or OPPONENT.

EMPTY, ME, OPPONENT = 0, 1, 2

LINES = (
    [[(i, 0), (i, 1), (i, 2)] for i in range(3)]
    + [[(0, i), (1, i), (2, i)] for i in range(3)]
    + [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]
)


def start_board(i_am_black):
    return [[EMPTY] * 3 for _ in range(3)]


def play(board, side, move):
    """Places a stone. (-1, -1) is the request before the first move: it places none."""
    x, y = move
    if x >= 0:
        board[x][y] = side


def legal_moves(board):
    return [(x, y) for x in range(3) for y in range(3) if board[x][y] == EMPTY]


def has_won(board, side):
    return any(all(board[x][y] == side for x, y in line) for line in LINES)


# ---------------------------------------------------------------------------
# CHOOSE A MOVE HERE. The game is small enough to be searched to its end: replace
# this function by minimax, and the bot never loses.


def choose_move(board):
    moves = legal_moves(board)
    # Win at once, else take the cell with which the opponent would win.
    for side in (ME, OPPONENT):
        for move in moves:
            play(board, side, move)
            won = has_won(board, side)
            play(board, EMPTY, move)  # take it back
            if won:
                return move
    # The centre is on four lines, a corner on three, an edge on two.
    return max(moves, key=lambda move: sum(move in line for line in LINES))


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
