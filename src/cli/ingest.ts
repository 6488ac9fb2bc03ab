import { type Command, InvalidArgumentError, Option } from 'commander';
import { decodeTexts, fileChunks } from '../files/text-file.js';
import { checkReadable, UnreadableFile } from '../files/unreadable-file.js';
import { CommandFailed } from './command-failed.js';
import type { Dependencies } from './dependencies.js';
import type { Item } from './ingest/item.js';
import { readItems } from './ingest/items.js';
import { remoteCatalog } from './ingest/remote-catalog.js';
import { sendAll, type Tally } from './ingest/send.js';
import { pathArgument } from './path.js';
import { clientFor, targetOptions } from './remote/command.js';
import { findTarget, type TargetOptions } from './remote/target.js';

interface Options extends TargetOptions {
  /** The older name of `url`. */
  server?: string;
  batchSize: number;
  atomic?: boolean;
}

const maxBatchSize = 10_000;

export function ingestCommand(program: Command, deps: Dependencies): void {
  const command = program
    .command('ingest')
    .description('send metadata change proposals or events from a file to a running catalog')
    .argument(
      '<file>',
      'a JSON array or JSON lines, as DataHub’s file sink writes them; - is standard input',
      pathArgument,
    );
  targetOptions(command)
    .addOption(new Option('--server <url>', 'alias of --url').conflicts('url'))
    .addOption(
      new Option('--batch-size <proposals>', 'number of proposals in one request')
        .default(500)
        .argParser(batchSize),
    )
    .option('--atomic', 'write each batch as a whole or not at all')
    .action((file: string, options: Options) => ingest(file, options, deps));
}

async function ingest(
  file: string,
  { server, batchSize, atomic = false, ...options }: Options,
  deps: Dependencies,
) {
  const { session, info, print } = deps;
  const target = await findTarget(session, server === undefined ? options : { ...options, url: server });
  if (file !== '-') await checkReadable(file);
  const texts = file === '-' ? decodeTexts(deps.stdin(), 'The input') : decodeTexts(fileChunks(file), file);
  const catalog = remoteCatalog(clientFor(deps, target), deps);
  await catalog.check();

  const tally = { rejected: 0, written: 0, refused: 0, withheld: 0 };
  let records = 0;
  const summary = () => summarize(tally);
  async function* counted(items: AsyncIterable<Item>) {
    for await (const item of items) {
      records += 1;
      yield item;
    }
  }
  const stopWatching = watch(deps, summary);
  try {
    await sendAll(counted(readItems(texts)), { catalog, batchSize, atomic, tally, info });
  } catch (error) {
    if (!(error instanceof CommandFailed || error instanceof UnreadableFile)) throw error;
    throw new CommandFailed(`${error.message}\nStopped: ${summary()}; the rest was not sent.`);
  } finally {
    stopWatching();
  }
  const { rejected, written, refused, withheld } = tally;
  // A record can have several proposals.
  const isOneEach = records === written + refused + withheld;
  const source = rejected > 0 ? ` of ${records}` : isOneEach ? '' : `, from ${records} records`;
  if (rejected + refused + withheld > 0) throw new CommandFailed(summary() + source);
  print(summary() + source);
}

const summarize = ({ rejected, written, refused, withheld }: Tally) =>
  `proposals: ${written} written, ${refused} refused` +
  (withheld > 0 ? `, ${withheld} not written because of another proposal in their batch` : '') +
  (rejected > 0 ? `; records refused: ${rejected}` : '');

/** Shows the progress: on a terminal every second, in a log every 10 s. */
function watch({ status, info }: Dependencies, state: () => string): () => void {
  const timer = setInterval(() => (status ?? info)(state()), status ? 1_000 : 10_000);
  return () => {
    clearInterval(timer);
    status?.('');
  };
}

function batchSize(text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= maxBatchSize) return Number(text);
  throw new InvalidArgumentError(`It is a whole number from 1 to ${maxBatchSize}.`);
}
