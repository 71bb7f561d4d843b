import { Alert, type AlertProps } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';

const TONES = {
  info: { icon: <IconInfoCircle size={18} /> },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={18} /> },
} as const;

type NoticeProps = Omit<AlertProps, 'color'> & { tone?: keyof typeof TONES };

/** Tells people something they should know on this page. Failures belong in `ProblemAlert`. */
export const Notice = ({ tone = 'info', ...alertProps }: NoticeProps) => <Alert {...TONES[tone]} {...alertProps} />;
