"""NoGo for Botzone: a simple bot to start from.

The idea: a side without a legal move loses, so the bot wants many legal moves
for itself and few for the opponent. It counts both after each of its moves,
then also after each reply, as far as the time allows.
"""

import json
import sys
import time

SECONDS = 0.4  # thinking time per move; the judge allows at least 1 s

# True: one process plays the whole game. Then also turn on "keep running" for
# the bot on the site.
KEEP_RUNNING = False

# ---------------------------------------------------------------------------
# The rules: as in Go, but a capture and a suicide are both illegal. No pass.
# A move is (x, y), 0 to 8. On the board it is the point 9 * x + y.

EMPTY, ME, OPPONENT = 0, 1, 2  # 3 - side is the other side


def neighbours(point):
    x, y = divmod(point, 9)
    around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return [9 * x + y for x, y in around if 0 <= x < 9 and 0 <= y < 9]


NEIGHBOURS = [neighbours(point) for point in range(81)]


def start_board(i_am_black):
    return [EMPTY] * 81


def play(board, side, move):
    """Places a stone. (-1, -1) is the request before the first move: it places none."""
    x, y = move
    if x >= 0:
        board[9 * x + y] = side


def count_liberties(board):
    """The number of liberties (empty neighbours) of each stone's group."""
    liberties = [0] * 81
    for start in range(81):
        side = board[start]
        if side == EMPTY or liberties[start]:
            continue
        group, free = [start], set()
        for point in group:  # the list grows while it is read
            for p in NEIGHBOURS[point]:
                if board[p] == EMPTY:
                    free.add(p)
                elif board[p] == side and p not in group:
                    group.append(p)
        for point in group:
            liberties[point] = len(free)
    return liberties


def is_legal(board, liberties, side, point):
    if board[point] != EMPTY:
        return False
    breathes = False  # does the new stone's group have a liberty?
    for p in NEIGHBOURS[point]:
        if board[p] == EMPTY:
            breathes = True
        elif board[p] == side:
            # This point is one liberty of a neighbouring group; is there another?
            breathes = breathes or liberties[p] > 1
        elif liberties[p] == 1:
            return False  # a capture
    return breathes


def legal_points(board, side):
    liberties = count_liberties(board)
    return [p for p in range(81) if is_legal(board, liberties, side, p)]


# ---------------------------------------------------------------------------
# CHOOSE A MOVE HERE. `evaluate` compares the numbers of legal moves; playouts
# (random games to the end) or a deeper search are the next ideas to try.


def evaluate(board):
    mine = len(legal_points(board, ME))
    theirs = len(legal_points(board, OPPONENT))
    return mine - theirs if mine else -500  # without a move I have lost


def value_after_reply(board, deadline):
    """The value after the opponent's best reply; None if the time is over."""
    worst = 1000  # without a reply the opponent has lost
    for reply in legal_points(board, OPPONENT):
        if time.time() > deadline:
            return None
        board[reply] = OPPONENT
        worst = min(worst, evaluate(board))
        board[reply] = EMPTY
    return worst


def choose_move(board):
    deadline = time.time() + SECONDS
    points = legal_points(board, ME)
    if board.count(EMPTY) == 81:
        # The rules on the site forbid the centre as the first move of the game.
        points.remove(9 * 4 + 4)

    # One ply: the most promising moves first.
    moves = []
    for point in points:
        if moves and time.time() > deadline:
            break
        board[point] = ME
        moves.append((-evaluate(board), point))
        board[point] = EMPTY
    moves.sort()

    # Two plies, as far as the time allows.
    best, best_value = moves[0][1], -1000
    for _, point in moves:
        board[point] = ME
        value = value_after_reply(board, deadline)
        board[point] = EMPTY
        if value is None:
            break
        if value > best_value:
            best, best_value = point, value
    return divmod(best, 9)


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
