import { Button, FileButton } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { takeFocus } from '../lib/take-focus.ts';

type ChooseFileProps = {
  /** Names the file for screen readers. */
  label: string;
  accept: string;
  onFile: (file: File | null) => void;
  /** The form has no other way in, so the button begins with the focus. */
  primary?: boolean;
};

export const ChooseFile = ({ label, accept, onFile, primary = false }: ChooseFileProps) => (
  <FileButton accept={accept} onChange={onFile} inputProps={{ 'aria-label': label }}>
    {(props) => (
      <Button
        {...props}
        {...(primary ? { ref: takeFocus, 'data-autofocus': true } : { variant: 'default' })}
        mih={44}
        leftSection={<IconFileImport size={18} stroke={1.75} />}
      >
        Choose a file
      </Button>
    )}
  </FileButton>
);
