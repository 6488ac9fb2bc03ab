import { Notice } from '../../kit/notice.js';
import type { Relaxed } from './request.js';

interface RelaxedNoticeProps {
  text: string;
  relaxed: Relaxed;
}

/** Says what the results have of a query that finds nothing. */
export function RelaxedNotice({ text, relaxed }: RelaxedNoticeProps) {
  const { ignored, corrections, required, words } = relaxed;
  const found = words - ignored.length;
  return (
    <Notice role="status">
      <p>Nothing matches “{text}”. These results are near to it:</p>
      <ul>
        {corrections.map(({ word, similar }) => (
          <li key={word}>
            {similar.map(quote).join(' or ')} in place of {quote(word)}
          </li>
        ))}
        {ignored.length > 0 && <li>without {ignored.map(quote).join(' and ')}</li>}
        {required < found && (
          <li>
            at least {required} of the {words} words
          </li>
        )}
        {required === found && ignored.length + corrections.length === 0 && <li>the words in any order</li>}
      </ul>
    </Notice>
  );
}

const quote = (word: string) => `“${word}”`;
