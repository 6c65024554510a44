/* What host.h declares, for Emscripten's linker. Whoever makes the module gives it `hostProgress` and `hostStopped`.
   The engine with threads takes the last two from threads/web_shared.c. */
mergeInto(LibraryManager.library, {
  web_host_seconds: function () { return (performance.timeOrigin + performance.now()) / 1000; }, // the same in all threads
  web_host_progress: function (done, total, unit) { return Module['hostProgress'](done, total, UTF8ToString(unit)) ? 1 : 0; },
  web_host_stopped: function () { return Module['hostStopped']() ? 1 : 0; },
});
