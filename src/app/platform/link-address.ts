import { isPackaged } from '../../engine/files/packaged.ts';

/** What the fragment of an address that carries a text begins with. */
export const NAME = 'session';

/** Whether the page's address opens on other machines too; that of an extension does not. */
export const hasLinks = !isPackaged(location);

/** Whether the page's address carries a text, whole or damaged. */
export const carriesText = (): boolean => location.hash.startsWith(`#${NAME}=`);
