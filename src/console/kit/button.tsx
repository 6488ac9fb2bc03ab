import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

type NativeProps = Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'class' | 'icon' | 'disabled' | 'type' | 'size'
>;

interface ButtonProps extends NativeProps {
  /** `primary` once a page at most; `danger` in dialogs only; `plain` for the third choice. */
  kind?: 'primary' | 'danger' | 'plain' | 'undo' | undefined;
  size?: 'small' | 'large' | 'full' | undefined;
  icon?: IconName;
  type?: 'button' | 'submit';
  /** A button that does nothing now keeps the focus, and says so. */
  isDisabled?: boolean;
  children: ComponentChildren;
}

export function Button({
  kind,
  size,
  icon,
  type = 'button',
  isDisabled = false,
  children,
  ...native
}: ButtonProps) {
  return (
    <button
      {...native}
      type={type}
      class={['btn', kind, size].filter(Boolean).join(' ')}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled && type === 'button' ? undefined : native.onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface LinkButtonProps {
  href: string;
  kind?: 'primary' | 'plain';
  icon?: IconName;
  children: ComponentChildren;
}

/** A link that looks like a button. */
export const LinkButton = ({ href, kind, icon, children }: LinkButtonProps) => (
  <a href={href} class={kind ? `btn ${kind}` : 'btn'}>
    {icon && <Icon name={icon} />}
    {children}
  </a>
);

interface IconButtonProps extends NativeProps {
  icon: IconName;
  /** Its name for screen readers, and its tooltip. */
  label: string;
  isSmall?: boolean;
  /** Whether it is shown only while the pointer or the focus is in its row. */
  isQuiet?: boolean;
}

export const IconButton = ({ icon, label, isSmall = false, isQuiet = false, ...native }: IconButtonProps) => (
  <button
    {...native}
    type="button"
    class={['ibtn', isSmall && 'small', isQuiet && 'quiet'].filter(Boolean).join(' ')}
    aria-label={label}
    title={label}
  >
    <Icon name={icon} />
  </button>
);

interface TextButtonProps extends NativeProps {
  /** Whether it is shown only while the pointer or the focus is in its row. */
  isQuiet?: boolean;
  children: ComponentChildren;
}

/** A button that looks like a link. */
export const TextButton = ({ children, isQuiet = false, ...native }: TextButtonProps) => (
  <button {...native} type="button" class={isQuiet ? 'link quiet' : 'link'}>
    {children}
  </button>
);
