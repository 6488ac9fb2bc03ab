import { getDefaults, Lexer, type Token, Tokenizer, type Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import { Marked } from './highlight.js';
import { WebLink } from './web-link.js';

/** Longer texts and deeper nesting are shown as they were written. */
const maxLength = 10_000;
const maxDepth = 12;

interface MarkdownProps {
  text: string;
  /** Whether only what fits on a line is made: blocks follow each other. */
  isInline?: boolean;
  /** Marked in the text. */
  words?: readonly string[];
}

/**
 * Markdown as elements. Marked's lexer yields a tree, and only elements that are named here are made from it: HTML in a
 * description is shown as text, an image is a link, and a link leads to the web or to a mail address.
 */
export function Markdown({ text, isInline = false, words = [] }: MarkdownProps) {
  const tokens = readTokens(text.slice(0, maxLength));
  const show: Show = { words, isInline, depth: 0 };
  return (
    <>
      {tokens ? blocks(tokens, show) : <p class="plain-text">{text.slice(0, maxLength)}</p>}
      {text.length > maxLength && <p class="plain-text">{text.slice(maxLength)}</p>}
    </>
  );
}

/**
 * How many characters are searched for the ends of emphasis. The lexer searches the rest of a paragraph for each beginning:
 * 10,000 characters of `_*a_*` took it seconds.
 */
const maxEmphasis = 1_000_000;

class BoundedTokenizer extends Tokenizer {
  #left = maxEmphasis;

  override emStrong(...args: Parameters<Tokenizer['emStrong']>) {
    const [text] = args;
    if (/^[*_]/.test(text)) this.#left -= text.length;
    if (this.#left < 0) throw new RangeError('has too much emphasis');
    return super.emStrong(...args);
  }
}

/** Returns nothing for a text that is too much work for the lexer, or nests too deep for it. */
function readTokens(text: string): readonly Token[] | undefined {
  try {
    return Lexer.lex(text, { ...getDefaults(), breaks: true, tokenizer: new BoundedTokenizer() });
  } catch {
    return undefined;
  }
}

interface Show {
  readonly words: readonly string[];
  readonly isInline: boolean;
  readonly depth: number;
}

const deeper = (show: Show): Show => ({ ...show, depth: show.depth + 1 });

const blocks = (tokens: readonly Token[], show: Show): ComponentChildren =>
  tokens.map((token) =>
    show.depth > maxDepth ? token.raw : show.isInline ? inlineBlock(token, show) : block(token, show),
  );

/** A block as part of a line. */
const inlineBlock = (token: Token, show: Show): ComponentChildren => {
  if (token.type === 'list') return blocks(token.items, deeper(show));
  const { tokens = [], raw } = token as Tokens.Generic;
  return [tokens.length > 0 ? inline(tokens, show) : plain(raw, show), ' '];
};

function block(token: Token, outer: Show): ComponentChildren {
  const show = deeper(outer);
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'hr':
      return <hr />;
    case 'heading': {
      // The page has headings of the first two levels.
      const Heading = `h${Math.min(token.depth + 2, 6)}` as 'h3';
      return <Heading dir="auto">{inline(token.tokens ?? [], show)}</Heading>;
    }
    case 'code':
      return (
        <pre class="code">
          <code>{token.text}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{blocks(token.tokens ?? [], show)}</blockquote>;
    case 'list':
      return <List list={token as Tokens.List} show={show} />;
    case 'table':
      return <MarkdownTable table={token as Tokens.Table} show={show} />;
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    // The text of an item in a list without blank lines.
    case 'text':
      return inline(token.tokens ?? [token], show);
    default: {
      const { tokens, raw } = token as Tokens.Generic;
      return <p dir="auto">{tokens ? inline(tokens, show) : plain(raw, show)}</p>;
    }
  }
}

function List({ list, show }: { list: Tokens.List; show: Show }) {
  const items = list.items.map((item, index) => (
    <li key={index} dir="auto">
      {blocks(item.tokens, show)}
    </li>
  ));
  return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

const MarkdownTable = ({ table, show }: { table: Tokens.Table; show: Show }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard too.
  <div class="frame" role="group" aria-label="Table" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {table.header.map((cell, index) => (
            <th key={index} scope="col" dir="auto">
              {inline(cell.tokens, show)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, place) => (
              <td key={place} dir="auto">
                {inline(cell.tokens, show)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function inline(tokens: readonly Token[], outer: Show): ComponentChildren {
  if (outer.depth > maxDepth) return tokens.map(({ raw }) => raw).join('');
  const show = deeper(outer);
  return tokens.map((token) => {
    const { tokens: inner, text = token.raw } = token as Tokens.Generic;
    const content = () => (inner ? inline(inner, show) : plain(text, show));
    switch (token.type) {
      case 'strong':
        return <strong>{content()}</strong>;
      case 'em':
        return <em>{content()}</em>;
      case 'del':
        return <del>{content()}</del>;
      case 'codespan':
        return <code>{plain(token.text, show)}</code>;
      case 'br':
        return show.isInline ? ' ' : <br />;
      case 'link':
        return <WebLink href={token.href}>{content()}</WebLink>;
      case 'image':
        return <WebLink href={token.href}>{token.text || token.href}</WebLink>;
      case 'checkbox':
        return token.checked ? '☑ ' : '☐ ';
      case 'html':
        return plain(token.raw, show);
      default:
        return content();
    }
  });
}

const characters: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': '\u00a0' },
};

const plain = (text: string, { words }: Show) => (
  <Marked text={text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (name) => characters[name]!)} words={words} />
);
