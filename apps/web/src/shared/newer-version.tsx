import { Button } from '@mantine/core';
import { Notice } from '../ui/notice.tsx';

type NewerVersionProps = {
  /** Name of the changed thing, like "this exercise". */
  what: string;
  /** Shows the newer version instead of what was typed. */
  onLoad: () => void;
};

/** Another operator was faster. What was typed stays until it is replaced. */
export const NewerVersion = ({ what, onLoad }: NewerVersionProps) => (
  <Notice tone="warning" title={`Another operator has changed ${what}`}>
    Nothing was saved, and what you entered is still here. Note it down, then load the newer version.
    <div>
      <Button mt="xs" size="compact-sm" variant="default" onClick={onLoad}>
        Load the newer version
      </Button>
    </div>
  </Notice>
);
