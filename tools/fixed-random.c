/* A library of its own (not part of alea), preloaded into componentize-py (tools/repeatable, src/cli/compilers.c): its random numbers
   are the same every time, and its clock stands still. componentize-py runs a bot's Python once and keeps what is then in memory.
   Without this library the seed of hashes (the order of sets), generators of random numbers and the times that a module takes when
   it is imported would differ between two builds of the same file. It uses no C library, since the program may use any. */
#include <stdarg.h>
#include <stddef.h>

#if defined(__x86_64__)
enum { CLOCK_GETTIME = 228, GETRANDOM = 318 };
static long call(long number, const long a[6])
{
    register long d __asm__("r10") = a[3], e __asm__("r8") = a[4], f __asm__("r9") = a[5];
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(d), "r"(e), "r"(f)
                     : "rcx", "r11", "memory");
    return result;
}
#elif defined(__aarch64__)
enum { CLOCK_GETTIME = 113, GETRANDOM = 278 };
static long call(long number, const long a[6])
{
    register long n __asm__("x8") = number, x0 __asm__("x0") = a[0], x1 __asm__("x1") = a[1], x2 __asm__("x2") = a[2],
                  x3 __asm__("x3") = a[3], x4 __asm__("x4") = a[4], x5 __asm__("x5") = a[5];
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(n), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
}
#endif

#if defined(__x86_64__) || defined(__aarch64__)
extern int *__errno_location(void) __attribute__((weak));

/* The result as C programs take it. */
static long returned(long result)
{
    if (result >= 0 || result < -4095) return result;
    if (__errno_location) *__errno_location() = (int)-result;
    return -1;
}

/* Every byte differs from its neighbours, and the request's size does not matter. */
static long fill(void *out, size_t size)
{
    for (size_t i = 0; i < size; i++) ((volatile unsigned char *)out)[i] = (unsigned char)(i * 151 + 7);
    return (long)size;
}

long getrandom(void *out, size_t size, unsigned flags);
int getentropy(void *out, size_t size);
int clock_gettime(int clock, long out[2]);
long syscall(long number, ...);

long getrandom(void *out, size_t size, unsigned flags)
{
    (void)flags;
    return fill(out, size);
}

int getentropy(void *out, size_t size)
{
    fill(out, size);
    return 0;
}

/* 1 January 2026 on the clocks that tell the time of day: number 0, and the coarse one, 5. */
int clock_gettime(int clock, long out[2])
{
    if (clock != 0 && clock != 5) return (int)returned(call(CLOCK_GETTIME, (long[6]){clock, (long)out}));
    out[0] = 1767225600;
    out[1] = 0;
    return 0;
}

long syscall(long number, ...)
{
    long a[6];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 6; i++) a[i] = va_arg(arguments, long);
    va_end(arguments);
    return number == GETRANDOM ? fill((void *)a[0], (size_t)a[1]) : returned(call(number, a));
}
#endif
