# Compiles for 64-bit ARM on another processor: Debian's gcc-aarch64-linux-gnu, with the libraries that `tools/setup --arm64`
# unpacks from Debian's packages. The programs run under qemu-aarch64-static.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_ASM_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static)

set(alea_arm64 "${CMAKE_CURRENT_LIST_DIR}/../build/deps/arm64")
cmake_path(NORMAL_PATH alea_arm64)
set(CMAKE_FIND_ROOT_PATH "${alea_arm64}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${alea_arm64}")
set(ENV{PKG_CONFIG_LIBDIR} "${alea_arm64}/usr/lib/aarch64-linux-gnu/pkgconfig:${alea_arm64}/usr/share/pkgconfig")
set(CMAKE_C_FLAGS_INIT "-isystem ${alea_arm64}/usr/include/aarch64-linux-gnu") # where Debian puts headers of one architecture
