#!/bin/sh
patch -p1 <<'EOF'
diff --git a/internal/client/retry.go b/internal/client/retry.go
--- a/internal/client/retry.go
+++ b/internal/client/retry.go
@@ -1 +1 @@
-old
+new
diff --git a/internal/client/backoff.go b/internal/client/backoff.go
--- a/internal/client/backoff.go
+++ b/internal/client/backoff.go
@@ -1 +1 @@
-old
+new
EOF
