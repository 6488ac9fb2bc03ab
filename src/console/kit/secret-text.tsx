import { Copy } from './copy.js';
import { Icon } from './icon.js';

interface SecretTextProps {
  text: string;
  /** Its name, as in "token". */
  what: string;
}

/** A text that the service does not show again. */
export const SecretText = ({ text, what }: SecretTextProps) => (
  <div class="stack tight">
    <div class="secret-text">
      <Icon name="key" />
      <code data-token>{text}</code>
      <Copy text={text} what={what} isPrimary />
    </div>
    <p class="row one small soft">
      <Icon name="warn" />
      <span>Copy it now: you won’t see it again. Treat it like a password.</span>
    </p>
  </div>
);
