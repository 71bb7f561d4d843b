import Toaster from '@stridewell/web/ui/toaster.tsx';
import { createRoot } from 'react-dom/client';
import { Theme } from './themed.tsx';

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <Theme>
    <Toaster />
  </Theme>,
);
