// @NAME@ in one file of source code, for judges that take only that.
//
// The program itself is the text at the end: a static Linux program for
// x86-64, compressed. This launcher unpacks it into memory and becomes it;
// stdin, stdout and stderr stay what they are.

// What the program is started with, each argument followed by a comma:
// "--keep-running", for example.
#ifndef ARGUMENTS
#define ARGUMENTS
#endif

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

// The kernel's numbers on x86-64: an old compiler's headers lack them.
#ifndef MEMFD_CREATE
#define MEMFD_CREATE 319
#endif
#ifndef EXECVEAT
#define EXECVEAT 322
#endif

extern char **environ;
extern const char PACKED[];

static const std::size_t PACKED_SIZE = @PACKED@;
static const std::size_t SIZE = @SIZE@;

typedef std::vector<unsigned char> Bytes;

// Five characters are four bytes, the highest digit first. The digits are the
// characters from '(' on, with '!' and '#' for the two that mean something to
// a compiler.
static Bytes text_to_bytes() {
    unsigned char digits[256] = {0};
    for (int i = 0; i < 85; i++) digits['(' + i] = (unsigned char)i;
    digits[(int)'!'] = '?' - '(';
    digits[(int)'#'] = '\\' - '(';
    Bytes bytes(PACKED_SIZE + 3);
    const unsigned char *text = (const unsigned char *)PACKED;
    for (std::size_t i = 0; i < PACKED_SIZE; i += 4, text += 5) {
        unsigned long word = 0;
        for (int j = 0; j < 5; j++) word = word * 85 + digits[text[j]];
        for (int j = 0; j < 4; j++) bytes[i + (std::size_t)j] = (unsigned char)(word >> (24 - 8 * j));
    }
    return bytes;
}

// A length of 15 goes on in the bytes that follow.
static std::size_t length(std::size_t start, const unsigned char *&from) {
    std::size_t total = start;
    if (start == 15) {
        unsigned char more;
        do total += more = *from++; while (more == 255);
    }
    return total;
}

// An LZ4 block: new bytes, then a copy of earlier ones, in turn.
static Bytes unpacked(const Bytes &packed) {
    Bytes bytes(SIZE);
    unsigned char *to = bytes.data();
    unsigned char *const end = to + SIZE;
    const unsigned char *from = packed.data();
    for (;;) {
        const unsigned token = *from++;
        std::size_t count = length(token >> 4, from);
        std::memcpy(to, from, count);
        to += count;
        from += count;
        if (to == end) return bytes;
        const std::size_t distance = from[0] + 256u * from[1];
        from += 2;
        count = length(token & 15, from) + 4;
        const unsigned char *copied = to - distance;
        if (distance >= count) {
            std::memcpy(to, copied, count);
            to += count;
        } else {
            while (count-- > 0) *to++ = *copied++;
        }
    }
}

static bool write_all(int file, const Bytes &bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count = write(file, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        done += (std::size_t)count;
    }
    return true;
}

// The file becomes this process. Comes back only if that fails.
static void become(int file, char **arguments) {
    char path[32];
    std::snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    execve(path, arguments, environ);
    syscall(EXECVEAT, file, "", arguments, environ, 0x1000 /* AT_EMPTY_PATH */);
}

static void run_from_memory(const Bytes &program, char **arguments) {
    const int file = (int)syscall(MEMFD_CREATE, "bot", 1u /* MFD_CLOEXEC */);
    if (file >= 0 && write_all(file, program)) become(file, arguments);
}

static void run_from_folder(const char *folder, const Bytes &program, char **arguments) {
    char path[4096];
    if (std::snprintf(path, sizeof path, "%s/bot-XXXXXX", folder) >= (int)sizeof path) return;
    const int written = mkstemp(path);
    if (written < 0) return;
    const bool whole = fchmod(written, 0700) == 0 && write_all(written, program);
    close(written);  // a file that somebody may write to is not executed
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    unlink(path);
    if (whole && file >= 0) become(file, arguments);
    if (file >= 0) close(file);
}

int main(int count, char **given) {
    const char *fixed[] = {ARGUMENTS NULL};
    std::vector<char *> arguments(given, given + (count > 0 ? 1 : 0));
    for (const char **a = fixed; *a; a++) arguments.push_back(const_cast<char *>(*a));
    for (int i = 1; i < count; i++) arguments.push_back(given[i]);
    arguments.push_back(NULL);

    const Bytes program = unpacked(text_to_bytes());
    run_from_memory(program, arguments.data());
    const char *folders[] = {std::getenv("TMPDIR"), "/tmp", "/dev/shm", "/var/tmp", "."};
    for (std::size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (folders[i]) run_from_folder(folders[i], program, arguments.data());
    }
    std::fprintf(stderr, "@NAME@: the program cannot be started: %s\n", std::strerror(errno));
    return 1;
}

const char PACKED[] =
@TEXT@;
