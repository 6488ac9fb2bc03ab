import type { ComponentChildren } from 'preact';

interface SwitchProps {
  checked: boolean;
  onChange(checked: boolean): void;
  /** Its label. */
  children: ComponentChildren;
}

/** Acts at once, unlike a check box. */
export const Switch = ({ checked, onChange, children }: SwitchProps) => (
  <label class="check nowrap">
    <input
      class="switch"
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: of a check box, "checked" is the state of the switch.
      role="switch"
      checked={checked}
      onChange={() => onChange(!checked)}
    />
    {children}
  </label>
);
