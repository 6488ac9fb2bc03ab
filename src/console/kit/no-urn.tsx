import { links } from '../model/links.js';
import { Page } from './page.js';

interface NoUrnProps {
  /** What the address should name, as in "tag". */
  what: string;
  /** What it names. */
  value: string;
  /** The page that leads on. */
  back: readonly [href: string, text: string];
}

/** Says that an address names nothing that the service could know, and leads back. */
export const NoUrn = ({ what, value, back: [href, text] }: NoUrnProps) => (
  <Page title={`No ${what}`}>
    <div class="empty stack" role="status">
      {value === '' ? (
        <p>The address names no URN.</p>
      ) : (
        <p>
          <code>{value}</code> is no URN of {what === 'entity' ? 'an' : 'a'} {what}.
        </p>
      )}
      <p>
        <a href={href}>{text}</a>
        {value !== '' && (
          <>
            {' or '}
            <a href={links.find(value)}>search for it</a>
          </>
        )}
      </p>
    </div>
  </Page>
);
