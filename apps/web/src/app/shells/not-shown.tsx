import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { NOT_SHOWN } from '../../shared/hidden-pages.ts';

/** A link of the navigation that is disabled while an operator views as a coach. Says why on hover, focus and touch. */
export default function NotShown({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    <Tooltip label={NOT_SHOWN} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a link without a target cannot be focused, so a screen reader would not say why. */}
      <span role="link" aria-disabled="true" aria-description={NOT_SHOWN} tabIndex={0} className={className}>
        {children}
      </span>
    </Tooltip>
  );
}
