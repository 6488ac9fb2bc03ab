/** A line of an example: the words of one `catalog` command, and the files that it reads and writes. */
export interface ExampleLine {
  readonly args: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
}

/** Parses a line as a shell does, as far as the examples go: quotes, `<` and `>`. */
export function parseExample(line: string): ExampleLine {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
  if (words.shift() !== 'catalog') throw new Error(`no catalog command: ${line}`);
  const after = (sign: string) => {
    const at = words.indexOf(sign);
    return at === -1 ? null : (words.splice(at, 2)[1] ?? null);
  };
  return { from: after('<'), to: after('>'), args: words };
}
