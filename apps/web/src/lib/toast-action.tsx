import { Button } from '@mantine/core';

type ToastActionProps = { message: string | undefined; label: string; onClick: () => void };

/** The message of a toast with a button below it. */
export const ToastAction = ({ message, label, onClick }: ToastActionProps) => (
  <>
    {message}
    <Button variant="light" size="compact-md" mt={8} display="block" onClick={onClick}>
      {label}
    </Button>
  </>
);
