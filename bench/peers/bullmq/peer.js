// BullMQ as a peer of ax. One process plays one role; bench/README.md has the roles and the lines that they print.
import { Queue, Worker } from 'bullmq';
import { once } from 'node:events';

const BULKS_AT_ONCE = 4; // as many as ax's bench has under way
const STRIDE = 7919; // a prime that divides no number of jobs: the due instants are even but come in no order
const [port, role, ...numbers] = process.argv.slice(2);
const [count, width, warm, lead, over] = numbers.map(Number);
const connection = { host: '127.0.0.1', port: Number(port), maxRetriesPerRequest: null };

const nowMs = () => performance.timeOrigin + performance.now();
const print = (line) => process.stdout.write(JSON.stringify(line) + '\n');

/** 100 bytes of JSON; due 0 marks a job of the warm-up. */
const data = (due) => ({ p: String(due).padStart(13, '0').padEnd(92, 'x') });
const dueOf = (job) => Number(job.data.p.slice(0, 13));

/** What a stretch of work took; CPU is this process's. */
function stretch() {
  const from = nowMs();
  const cpu = process.cpuUsage();
  return () => {
    const used = process.cpuUsage(cpu);
    return { tasks: count, from_ms: from, to_ms: nowMs(), cpu_us: (used.user + used.system) / count };
  };
}

/** Calls `work` for each number below `end`, from `callers` loops at once. */
async function inTurn(end, callers, work) {
  let next = 0;
  const loop = async () => {
    for (let i = next++; i < end; i = next++) {
      await work(i);
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
}

async function produce() {
  const queue = new Queue('bench', {
    connection,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  await queue.waitUntilReady();
  const bulks = (total, job) =>
    inTurn(Math.ceil(total / 1000), BULKS_AT_ONCE, (bulk) => {
      const first = bulk * 1000;
      return queue.addBulk(Array.from({ length: Math.min(1000, total - first) }, (_, i) => job(first + i)));
    });
  const roles = {
    submit: (total, due) => inTurn(total, width, () => queue.add('noop', data(due))),
    batch: (total, due) => bulks(total, () => ({ name: 'noop', data: data(due) })),
    delay: (total, due) => {
      const first = due + lead;
      return bulks(total, (i) => {
        const timestamp = Date.now();
        const at = Math.floor(first + (((i * STRIDE) % total) * over) / total);
        const delay = due ? Math.max(0, at - timestamp) : 1;
        return { name: 'noop', data: data(due ? at : 0), opts: { timestamp, delay } };
      });
    },
  };
  await roles[role](warm, 0);
  print({ ready: true });
  await once(process.stdin, 'data');
  const end = stretch();
  await roles[role](count, Date.now());
  print(end());
}

async function work() {
  const lateness = new Float64Array(count);
  let done = 0;
  let warmed = 0;
  let end;
  const handle = async (job) => {
    const due = dueOf(job);
    if (due === 0) {
      if (++warmed === warm) {
        print({ ready: true });
      }
      return;
    }
    end ??= stretch();
    lateness[done] = nowMs() - due;
    if (++done === count) {
      report(end());
    }
  };
  const report = (taken) => {
    lateness.sort();
    const at = (part) => lateness[Math.min(count - 1, Math.floor(count * part))];
    const early = lateness.filter((late) => late < 0).length;
    print({ ...taken, early, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1) });
  };
  const worker = new Worker('bench', handle, { connection, concurrency: width });
  await worker.waitUntilReady();
  if (warm === 0) {
    print({ ready: true });
  }
}

await (role === 'work' ? work() : produce());
