// @NAME@ as one C++ source file, for judges that accept only source code.
//
// The text at the end is the program: a static Linux executable for x86-64,
// compressed. This launcher unpacks it into memory and executes it in its own
// process, with the same stdin, stdout and stderr.

// Fixed arguments of the program, each followed by a comma, for example
// "--keep-running",
#ifndef ARGUMENTS
#define ARGUMENTS
#endif

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

// Numbers of the system calls on x86-64; old system headers do not define them.
#ifndef MEMFD_CREATE
#define MEMFD_CREATE 319
#endif
#ifndef EXECVEAT
#define EXECVEAT 322
#endif

// A judge may start this once per turn, so it must be fast whatever options the
// judge compiles it with. For the same reason it does not use the C++ standard
// library, which takes longer to load than the program takes to unpack.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O2")
#endif

extern char **environ;
extern const char PACKED[];

static const std::size_t PACKED_SIZE = @PACKED@;
static const std::size_t SIZE = @SIZE@;

typedef unsigned char Byte;

// Bytes per step of a copy. A copy may write up to STEP - 1 bytes beyond its end.
static const std::size_t STEP = 8;

static inline void copy(Byte *to, const Byte *from, std::size_t count) {
    for (std::size_t i = 0; i < count; i += STEP) std::memcpy(to + i, from + i, STEP);
}

// Decodes base 85: five characters are four bytes, the highest digit first. The
// digits are the characters from '(' on, with '!' instead of the question mark and
// '#' instead of the backslash, which are special in a string literal.
static void text_to_bytes(Byte *bytes) {
    Byte digits[256] = {0};
    for (int i = 0; i < 85; i++) digits['(' + i] = (Byte)i;
    digits[(int)'!'] = '?' - '(';
    digits[(int)'#'] = '\\' - '(';
    const Byte *text = (const Byte *)PACKED;
    for (std::size_t i = 0; i < PACKED_SIZE; i += 4, text += 5) {
        std::uint32_t word = digits[text[0]];
        for (int j = 1; j < 5; j++) word = word * 85 + digits[text[j]];
        for (int j = 0; j < 4; j++) bytes[i + (std::size_t)j] = (Byte)(word >> (24 - 8 * j));
    }
}

// Reads an LZ4 length: a start of 15 is continued in the bytes that follow.
static inline std::size_t length(std::size_t start, const Byte *&from) {
    std::size_t total = start;
    if (start == 15) {
        Byte more;
        do total += more = *from++; while (more == 255);
    }
    return total;
}

// Unpacks an LZ4 block: literal bytes and copies of earlier bytes alternate.
static void unpack(const Byte *from, Byte *to) {
    Byte *const end = to + SIZE;
    for (;;) {
        const unsigned token = *from++;
        std::size_t count = length(token >> 4, from);
        copy(to, from, count);
        to += count;
        from += count;
        if (to == end) return;
        const std::size_t distance = from[0] + 256u * from[1];
        from += 2;
        count = length(token & 15, from) + 4;
        const Byte *copied = to - distance;
        if (distance >= STEP) {
            copy(to, copied, count);
            to += count;
        } else {
            while (count-- > 0) *to++ = *copied++;
        }
    }
}

// Returns the unpacked program, or NULL if there is not enough memory.
static const Byte *unpacked() {
    Byte *const packed = (Byte *)std::malloc(PACKED_SIZE + STEP);
    Byte *const program = (Byte *)std::malloc(SIZE + STEP);
    if (packed == NULL || program == NULL) return NULL;
    text_to_bytes(packed);
    unpack(packed, program);
    return program;
}

static bool write_all(int file, const Byte *program) {
    std::size_t done = 0;
    while (done < SIZE) {
        const ssize_t count = write(file, program + done, SIZE - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        done += (std::size_t)count;
    }
    return true;
}

// Replaces this process by the program in `file`. Returns only if that fails.
static void execute(int file, char **arguments) {
    char path[32];
    std::snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    execve(path, arguments, environ);
    syscall(EXECVEAT, file, "", arguments, environ, 0x1000 /* AT_EMPTY_PATH */);
}

static void run_from_memory(const Byte *program, char **arguments) {
    const int file = (int)syscall(MEMFD_CREATE, "bot", 1u /* MFD_CLOEXEC */);
    if (file >= 0 && write_all(file, program)) execute(file, arguments);
}

static void run_from_folder(const char *folder, const Byte *program, char **arguments) {
    char path[4096];
    if (std::snprintf(path, sizeof path, "%s/bot-XXXXXX", folder) >= (int)sizeof path) return;
    const int written = mkstemp(path);
    if (written < 0) return;
    const bool whole = fchmod(written, 0700) == 0 && write_all(written, program);
    close(written);  // Linux does not execute a file that is open for writing
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    unlink(path);
    if (whole && file >= 0) execute(file, arguments);
    if (file >= 0) close(file);
}

int main(int count, char **given) {
    // The program's name, then the fixed arguments, then the given ones.
    const char *fixed[] = {ARGUMENTS NULL};
    char **const arguments = (char **)std::calloc((std::size_t)count + sizeof fixed / sizeof *fixed + 1, sizeof *given);
    const Byte *const program = unpacked();
    if (arguments == NULL || program == NULL) return 1;
    char **next = arguments;
    if (count > 0) *next++ = given[0];
    for (const char **a = fixed; *a; a++) *next++ = const_cast<char *>(*a);
    for (int i = 1; i < count; i++) *next++ = given[i];

    run_from_memory(program, arguments);
    const char *folders[] = {std::getenv("TMPDIR"), "/tmp", "/dev/shm", "/var/tmp", "."};
    for (std::size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (folders[i]) run_from_folder(folders[i], program, arguments);
    }
    std::fprintf(stderr, "@NAME@: cannot start the program: %s\n", std::strerror(errno));
    return 1;
}

const char PACKED[] =
@TEXT@;
