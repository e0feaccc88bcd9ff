/* Loads the library as Compete does and plays it against itself and against
 * random moves, every move on a new thread. Prints the number of games if all
 * moves were legal. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Point { int x; int y; };
typedef struct Point *(*GetPoint)(const int, const int, const int *, const int *, const int, const int,
                                  const int, const int);
typedef void (*ClearPoint)(struct Point *);

static GetPoint get_point;
static ClearPoint clear_point;

static int rows, columns, no_x, no_y, last_x, last_y;
static int top[12], board[144], seen[144];

static struct Point answer;

static void *ask(void *unused) {
    struct Point *point = get_point(rows, columns, top, seen, last_x, last_y, no_x, no_y);
    answer = *point;
    clear_point(point);
    return unused;
}

static int in_line(int x, int y, int player) {
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int s = 0; s < 4; s++) {
        int length = 1;
        for (int sign = -1; sign <= 1; sign += 2) {
            int r = x + sign * steps[s][0], c = y + sign * steps[s][1];
            while (r >= 0 && r < rows && c >= 0 && c < columns && board[r * columns + c] == player) {
                length++;
                r += sign * steps[s][0];
                c += sign * steps[s][1];
            }
        }
        if (length >= 4) return 1;
    }
    return 0;
}

/* The library plays `mask` & 1 as the first and & 2 as the second player. */
static void play(int game, int mask) {
    rows = 9 + rand() % 4;
    columns = 9 + rand() % 4;
    no_x = game % 3 == 0 ? rows - 1 : rand() % rows;
    no_y = rand() % columns;
    last_x = last_y = -1;
    memset(board, 0, sizeof board);
    for (int y = 0; y < columns; y++) top[y] = rows;
    if (no_x == rows - 1) top[no_y] = rows - 1;
    for (int turn = 0;; turn++) {
        const int player = 1 + turn % 2;
        int room = 0;
        for (int y = 0; y < columns; y++) room += top[y] > 0;
        if (room == 0) return;
        if (mask & player) {
            for (int i = 0; i < rows * columns; i++) seen[i] = board[i] == 0 ? 0 : board[i] == player ? 2 : 1;
            pthread_t thread;
            if (pthread_create(&thread, NULL, ask, NULL) || pthread_join(thread, NULL)) exit(3);
        } else {
            do answer.y = rand() % columns; while (top[answer.y] == 0);
            answer.x = top[answer.y] - 1;
        }
        const int x = answer.x, y = answer.y;
        if (y < 0 || y >= columns || top[y] == 0 || x != top[y] - 1) {
            printf("game %d: (%d, %d) is illegal\n", game, x, y);
            exit(1);
        }
        board[x * columns + y] = player;
        top[y] = x;
        if (x - 1 == no_x && y == no_y) top[y] = x - 1;
        last_x = x;
        last_y = y;
        if (in_line(x, y, player)) return;
    }
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        printf("%s\n", dlerror());
        return 2;
    }
    *(void **)&get_point = dlsym(library, "getPoint");
    *(void **)&clear_point = dlsym(library, "clearPoint");
    if (get_point == NULL || clear_point == NULL) return 2;

    /* An impossible board gets an answer and does not disturb the next game. */
    rows = columns = 9;
    no_x = no_y = 0;
    for (int y = 0; y < 9; y++) top[y] = 9;
    for (int i = 0; i < 81; i++) seen[i] = 7 * i;
    ask(NULL);
    clear_point(get_point(-1, 1000000000, NULL, NULL, 0, 0, 0, 0));
    clear_point(NULL);

    srand(1);
    for (int game = 0; game < 10; game++) play(game, 1 + game % 3);
    printf("10 games\n");
    return 0;
}
