import { type RefObject, useId, useRef, useState } from 'react';
import { onIntent } from '../lib/intent.ts';

/** Props that tie a panel to the button that opens it. */
export type PanelProps = {
  /** The id of the button. */
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  onChange: (opened: boolean) => void;
};

/**
 * A button whose menu or popover loads when a press is near. A press that comes before the panel has loaded opens it all
 * the same.
 * @returns props of the button, and of the panel once it was asked for
 */
export function usePanelButton(load: () => Promise<unknown>, popup: 'menu' | 'dialog') {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const panel: PanelProps = { id, button, opened, onChange: setOpened };
  return {
    buttonProps: {
      id,
      ref: button,
      'aria-haspopup': popup,
      'aria-expanded': opened,
      // The library gives the panel this id.
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onClick: () => {
        setWanted(true);
        setOpened(!opened);
      },
      ...onIntent(load),
    },
    panel: wanted ? panel : null,
  };
}
