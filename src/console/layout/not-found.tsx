import { useLocation } from 'preact-iso';
import { consolePath } from '../base.js';
import { LinkButton } from '../kit/button.js';
import { Empty } from '../kit/empty.js';
import { Page } from '../kit/page.js';
import { links } from '../model/links.js';

/** Of an address that no page has. @param pages the names of those that there are */
export function NotFound({ pages }: { pages: readonly string[] }) {
  const { path } = useLocation();
  const below = path.slice(`${consolePath}/`.length);
  const [page, value] = [below.replace(/\/.*/, ''), below.replace(/^[^/]*\/?/, '')];
  return (
    <Page title="Page not found">
      <Empty
        icon="question"
        title="This address leads nowhere"
        actions={
          <>
            <LinkButton icon="home" href={links.find()}>
              Home
            </LinkButton>
            {pages.includes(page) && (
              <LinkButton href={`${consolePath}/${page}`}>Go to the parent page</LinkButton>
            )}
            {value !== '' && (
              <LinkButton kind="plain" href={links.find(readable(value))}>
                Search for {readable(value)}
              </LinkButton>
            )}
          </>
        }
      >
        <p>
          Nothing is at <code class="code-inline">{path}</code>.
        </p>
      </Empty>
    </Page>
  );
}

function readable(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
