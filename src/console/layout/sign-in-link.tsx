import { useEffect } from 'preact/hooks';
import { signInByLink } from '../api/session.js';
import { consolePath } from '../base.js';
import { Button, LinkButton } from '../kit/button.js';
import { Failure, Notice } from '../kit/notice.js';
import { useAction } from '../kit/use-action.js';
import { Gate } from './gate.js';

/** The page of the link that a start of the service prints. */
export const signInLinkPath = `${consolePath}/sign-in`;

/**
 * Signs in only when the button is pressed, because browsers and programs open links in advance. The secret is in the
 * fragment, which browsers send to no server.
 */
export function SignInLink() {
  const action = useAction();
  // A newer link in the same tab differs in the fragment only, so the browser does not load the page.
  useEffect(() => addEventListener('hashchange', () => location.reload()), []);
  const secret = location.hash.slice(1);
  const signIn = () =>
    action.run(async () => {
      await signInByLink(secret);
      location.replace(`${consolePath}/`);
    });
  if (secret === '' || action.error?.code === '401')
    return (
      <Gate title="One-time link">
        <Notice kind="warn" role="alert">
          <p>
            <strong>This link has been used or has expired.</strong> For a new one, start the service again on
            a terminal, or sign in another way.
          </p>
        </Notice>
        <LinkButton href={`${consolePath}/`}>Other ways to sign in</LinkButton>
      </Gate>
    );
  return (
    <Gate
      title="Sign in as the first administrator?"
      about="The service showed this link when it started. It works once, within five minutes."
    >
      {action.error && <Failure error={action.error} />}
      <Button kind="primary" size="large" isDisabled={action.isRunning} onClick={signIn}>
        {action.isRunning ? 'Signing in …' : 'Sign in'}
      </Button>
      <LinkButton kind="plain" href={`${consolePath}/`}>
        Sign in as someone else
      </LinkButton>
    </Gate>
  );
}
