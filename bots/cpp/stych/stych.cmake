# What a bot includes: builds the SDK, once for all bots beside it, and gives the target stych::stych.
if(NOT CMAKE_BUILD_TYPE)
  # Quick, and a trace has lines.
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
set(stych_build ${CMAKE_CURRENT_LIST_DIR}/build)
cmake_host_system_information(RESULT stych_cores QUERY NUMBER_OF_LOGICAL_CORES)

file(MAKE_DIRECTORY ${stych_build})
file(LOCK ${stych_build} DIRECTORY GUARD FILE TIMEOUT 600)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${stych_build}
  -D CMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -D CMAKE_BUILD_TYPE=Release
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${stych_build} --target stych
  --parallel ${stych_cores} COMMAND_ERROR_IS_FATAL ANY)

find_package(Protobuf 3.21 REQUIRED)
find_package(gRPC 1.51 CONFIG REQUIRED)
include(${stych_build}/stych-targets.cmake)
