/** What Firefox has for a side panel. */
interface Sidebar {
  open(): Promise<void>;
}

const { sidebarAction } = chrome as { readonly sidebarAction?: Sidebar };

// Opened by a listener and not by the browser itself: only then may the panel read the page. At once: the click allows it for that moment.
chrome.action.onClicked.addListener(({ windowId }) => {
  void (sidebarAction?.open() ?? chrome.sidePanel.open({ windowId }));
});
