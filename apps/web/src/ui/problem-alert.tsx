import { Alert, type AlertProps } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf } from '../lib/errors.ts';

type ProblemAlertProps = Omit<AlertProps, 'color' | 'role' | 'icon' | 'children'> & {
  /** The reason as text. */
  text?: string | null | undefined;
  /** A failed call. The server's message is shown when it refused, `fallback` for every other failure. */
  error?: unknown;
  /** Says that nothing was lost and what to do next. */
  fallback?: string;
  /** Buttons below the reason. */
  children?: ReactNode;
};

/** Announces why an action failed. Renders nothing while there is no reason. */
export function ProblemAlert({
  text,
  error,
  fallback = 'Nothing was changed. Please try again.',
  children,
  ...alertProps
}: ProblemAlertProps) {
  const reason = text || (error ? messageOf(error, fallback) : null);
  if (!reason) return null;
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} {...alertProps}>
      {reason}
      {children && <div style={{ marginTop: 12 }}>{children}</div>}
    </Alert>
  );
}
