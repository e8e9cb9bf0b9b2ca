/** Whether a section holds text or ticks that its forms did not begin with: what new fields would take away. */
export const isTyped = (section: HTMLElement | null): boolean =>
  [...(section?.querySelectorAll<HTMLInputElement>('input:not([type=file]), textarea') ?? [])].some((field) =>
    field.type === 'checkbox' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue,
  );
