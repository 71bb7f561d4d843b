import { Button, type ButtonProps, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemAlert } from './problem-alert.tsx';
import type { FormControl } from './schema-form.ts';

type FormProps = {
  form: FormControl;
  /** The button at the end. Left out, the children bring their own. */
  submitLabel?: string;
  /** `default` where the page has another primary button. */
  submitVariant?: ButtonProps['variant'];
  /** Keeps the button off while nothing was changed. */
  onlyChanged?: boolean;
  children: ReactNode;
};

/** One column of fields: the reason of a failure first, the button last. */
export function Form({ form, submitLabel, submitVariant = 'filled', onlyChanged = false, children }: FormProps) {
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <ProblemAlert text={form.problem} />
        {children}
        {submitLabel && (
          <Group>
            <Button type="submit" variant={submitVariant} loading={form.busy} disabled={onlyChanged && !form.isDirty()}>
              {submitLabel}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
