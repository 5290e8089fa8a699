// Preloaded into a program by soak.sh: at SIGUSR2 the C library's count of the bytes in use, of all its arenas and
// of the blocks with pages of their own, is written to the file DROVER_HEAP_IN_USE.
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static sigset_t asked;

static void* answer(void* path) {
    char unfinished[4096];
    snprintf(unfinished, sizeof unfinished, "%s.unfinished", (const char*)path);
    for (int number; sigwait(&asked, &number) == 0;) {
        const struct mallinfo2 heap = mallinfo2();
        FILE* const file = fopen(unfinished, "w");
        if (file == NULL) continue;
        fprintf(file, "%zu\n", heap.uordblks + heap.hblkhd);
        fclose(file);
        rename(unfinished, path);
    }
    return NULL;
}

// A thread waits for the signal, because a handler might come while the heap is locked.
__attribute__((constructor)) static void begin(void) {
    char* const path = getenv("DROVER_HEAP_IN_USE");
    if (path == NULL) return;
    sigemptyset(&asked);
    sigaddset(&asked, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &asked, NULL);
    pthread_t thread;
    if (pthread_create(&thread, NULL, answer, path) == 0) pthread_detach(thread);
}
