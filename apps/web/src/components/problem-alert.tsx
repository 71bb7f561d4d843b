import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/** Why something was not done, read out at once; nothing while there is no reason. */
export function ProblemAlert({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
      {text}
    </Alert>
  );
}
