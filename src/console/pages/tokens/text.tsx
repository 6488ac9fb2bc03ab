import { basePath } from '../../base.js';
import { Copy } from '../../kit/copy.js';
import { Dialog } from '../../kit/dialog.js';
import { Notice } from '../../kit/notice.js';

interface TokenTextProps {
  title: string;
  text: string;
  onClose(): void;
}

/** Shows the text of a new token, which the service does not show again. */
export function TokenText({ title, text, onClose }: TokenTextProps) {
  const address = `${location.origin}${basePath}`;
  const curl = `curl -s ${address}/api/graphql -H 'Authorization: Bearer ${text}' \\
  -H 'Content-Type: application/json' -d '{"query": "{ me { corpUser { urn } } }"}'`;
  const datahub = `datahub init --host ${address} --token '${text}'`;
  return (
    <Dialog title={title} isKept onClose={onClose}>
      <Notice kind="warning">The token is shown only this once. Keep it as safe as a password.</Notice>
      <pre>
        <code data-token>{text}</code>
      </pre>
      <Copy text={text} what="token" />
      <h3>Try it</h3>
      <pre>
        <code>{curl}</code>
      </pre>
      <Copy text={curl} what="command" />
      <h3>DataHub's command line</h3>
      <pre>
        <code>{datahub}</code>
      </pre>
      <Copy text={datahub} what="command" />
      <div>
        <button type="button" class="primary" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}
