import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { codeOf } from '../../lib/errors.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import type { FormControl } from '../../ui/schema-form.ts';

type SettingsFormProps = {
  form: FormControl & { error: Error | null };
  /** Shows what another operator has saved, instead of what was typed. */
  onReload: () => void;
  submitLabel: string;
  children: ReactNode;
};

/** A section that is saved alone. Another operator's change is named, and what was typed stays until it is replaced. */
export const SettingsForm = ({ form, onReload, submitLabel, children }: SettingsFormProps) => (
  <form {...form.formProps}>
    <Stack gap="md">
      {codeOf(form.error) === 'SETTINGS_CHANGED' ? (
        <Notice tone="warning" title="Another operator changed these settings">
          Your changes were not saved and are still here. Copy them, then load the newer settings.
          <div>
            <Button mt="xs" size="compact-sm" variant="default" onClick={onReload}>
              Load the newer settings
            </Button>
          </div>
        </Notice>
      ) : (
        <ProblemAlert text={form.problem} />
      )}
      {children}
      <Group>
        <Button type="submit" loading={form.busy} disabled={!form.isDirty()}>
          {submitLabel}
        </Button>
      </Group>
    </Stack>
  </form>
);
