/** The part of Firefox's interface for side panels that is used here. */
interface Sidebar {
  open(): Promise<void>;
}

const { sidebarAction } = chrome as { readonly sidebarAction?: Sidebar };

// A listener opens the panel, not the browser: only then may it read the page. At once: the click allows it for that moment.
chrome.action.onClicked.addListener(({ windowId }) => {
  void (sidebarAction?.open() ?? chrome.sidePanel.open({ windowId }));
});
