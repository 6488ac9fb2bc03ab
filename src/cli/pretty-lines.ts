import { createRequire } from 'node:module';
import type { prettyFactory } from 'pino-pretty';

type Library = { prettyFactory: typeof prettyFactory };

interface Destination {
  write(text: string): unknown;
}

interface RequestLine {
  readonly req?: { readonly method?: string; readonly url?: string };
  readonly res?: { readonly statusCode?: number };
  readonly responseTime?: number;
}

/** Returns a destination for pino that writes its JSON lines for people. */
export function prettyLines(destination: Destination, { colorize }: { colorize: boolean }): Destination {
  // Loaded here only, because a start elsewhere does not need it.
  const library: Library = createRequire(import.meta.url)('pino-pretty');
  const pretty = library.prettyFactory({
    colorize,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,req,res,responseTime',
    messageFormat: (line, messageKey) => {
      const { req, res, responseTime = 0 } = line as RequestLine;
      if (!req || !res) return String(line[messageKey] ?? '');
      return `${req.method} ${req.url} ${res.statusCode} ${responseTime.toFixed(1)} ms`;
    },
  });
  return { write: (line) => destination.write(pretty(withoutControls(line)) ?? '') };
}

/**
 * Returns a JSON line that shows control characters as escapes. Texts of clients may contain sequences that a terminal
 * would execute. Line feeds stay, because stacks have them.
 */
const withoutControls = (json: string): string =>
  json
    .replace(/\\(?:\\|[bfr]|u00[01][0-9a-f])/gi, (found) => (found === '\\\\' ? found : `\\${found}`))
    .replace(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (character) => {
      return `\\\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
