package dev.ax.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisErrorsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NOSCRIPT No matching script. Please use EVAL.|NO_SCRIPT",
                "MOVED 3999 127.0.0.1:6381|MOVED",
                "ASK 3999 127.0.0.1:6381|LATER",
                "LOADING Redis is loading the dataset in memory|LATER",
                "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.|LATER",
                "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.|LATER",
                "NOREPLICAS Not enough good replicas to write.|LATER",
                "CLUSTERDOWN The cluster is down|LATER",
                "TRYAGAIN Multiple keys request during rehashing of slot|LATER",
                "MISCONF Redis is configured to save RDB snapshots, but it is currently unable|LATER",
                "READONLY You can't write against a read only replica.|ELSEWHERE",
                "NOAUTH Authentication required.|ELSEWHERE",
                "OOM command not allowed when used memory > 'maxmemory'.|FULL",
                "ERR Error running script (call to f_4e1): @user_script:1: @user_script: 1: "
                        + "-OOM command not allowed when used memory > 'maxmemory'. |FULL",
                "ERR Error running script (call to f_4e1): @user_script:9: @user_script: 9: "
                        + "-READONLY You can't write against a read only replica. |ELSEWHERE",
                "AX_SETTINGS partitions|REFUSED",
                "AX_SETTINGS|REFUSED",
                "WRONGTYPE Operation against a key holding the wrong kind of value|BROKEN",
                "ERR user_script:1: Script attempted to access nonexistent global variable 'x'|BROKEN",
                "NOPERM this user has no permissions to run the 'evalsha' command|BROKEN",
                "ERR|BROKEN"
            })
    void saysWhatAnErrorMeansForTheCall(String message, RedisErrors expected) {
        assertThat(RedisErrors.of(message)).isEqualTo(expected);
    }
}
