import { Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { CommittedText } from '../ui/committed-text.tsx';

type EditedTitleProps = {
  label: string;
  value: string;
  maxLength: number;
  /** Called with a text that is not empty. */
  onCommit: (text: string) => void;
  back: ReactNode;
  /** Actions on the document. */
  children: ReactNode;
};

/** The name of a document as the title of its page, with what leads back and what can be done. */
export const EditedTitle = ({ label, value, maxLength, onCommit, back, children }: EditedTitleProps) => (
  <Group justify="space-between" align="flex-end" gap="sm">
    <Stack gap={4} flex="1 1 280px" miw={0}>
      {back}
      <h1 style={{ margin: 0 }}>
        <CommittedText value={value} onCommit={(text) => text && onCommit(text)}>
          {(field) => (
            <TextInput
              aria-label={label}
              variant="unstyled"
              maxLength={maxLength}
              styles={{ input: { font: 'inherit', fontSize: 28, height: 40, minHeight: 40 } }}
              {...field}
            />
          )}
        </CommittedText>
      </h1>
    </Stack>
    {children}
  </Group>
);
