package dev.ax.store;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Where a task's keys live: its partition by a stable hash of the id up to the first {@code ~}, the partition's group,
 * the group's key prefix with its hash tag. Fixed at first start.
 *
 * @param name prefix of all keys
 */
record Partitions(String name, int partitions, int groups) {

    /** CRC-32 (ISO 3309) of the id's UTF-8 bytes up to its first {@code ~}, modulo the number of partitions. */
    int of(String id) {
        int child = id.indexOf('~');
        CRC32 crc = new CRC32();
        crc.update((child < 0 ? id : id.substring(0, child)).getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() % partitions);
    }

    int groupOf(int partition) {
        return partition % groups;
    }

    int groupOf(String id) {
        return groupOf(of(id));
    }

    /** The prefix of all keys of a group; its braces make Redis Cluster keep them in one slot. */
    String key(int group) {
        return "{" + name + ":" + group + "}:";
    }
}
