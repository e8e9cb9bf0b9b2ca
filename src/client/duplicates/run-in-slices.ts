/** Milliseconds of work after which the browser may draw and react. A slow phone takes four times as long. */
const SLICE_MS = 10;

/** Runs a generator to its end. Lets the browser draw and react after each slice, at the next `yield`. */
export async function runInSlices<T>(work: Generator<undefined, T>): Promise<T> {
  let end = performance.now() + SLICE_MS;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() < end) continue;
    await nextTask();
    end = performance.now() + SLICE_MS;
  }
}

/** Runs a generator to its end at once, for little work. */
export function runAtOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Calls a function for each item, and yields after every few of them. */
export function* visitEach<T>(
  items: Iterable<T>,
  visit: (item: T, index: number) => void,
): Generator<undefined, void> {
  let index = 0;
  for (const item of items) {
    visit(item, index);
    if ((index += 1) % 64 === 0) yield;
  }
}

/** Resolves in a task of its own. A timer would wait for a second in a hidden tab. */
function nextTask(): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(0);
  });
}
